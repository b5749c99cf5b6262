package dev.waybill.cli.topics;

import dev.waybill.Priority;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.connect.TextArgument;
import dev.waybill.cli.jobs.RetryOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.topic.Subscription;
import dev.waybill.wire.topic.SubscriptionJson;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill topics subscribe`
@Command(name = "subscribe", description = "Subscribe a queue to a topic, or change its filter.")
final class TopicsSubscribeCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The name of the topic.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "NAME", description = "A name for the subscription.")
  private String name = "";

  @Option(names = "--queue", paramLabel = "NAME", required = true, description = "The queue.")
  private String queue = "";

  @Option(
      names = "--filter",
      paramLabel = "JSON",
      description =
          "A filter policy such as '{\"country\":[\"pt\"]}', or @file (default: all events).")
  private @Nullable String filter;

  @Option(
      names = "--scope",
      paramLabel = "WHAT",
      description = "What the filter matches: attributes or body (attributes).")
  private Subscription.Scope scope = Subscription.Scope.ATTRIBUTES;

  @Option(
      names = "--format",
      paramLabel = "HOW",
      description = "The format of the payload: raw, notification or cloudevent (raw).")
  private Subscription.Format format = Subscription.Format.RAW;

  @Option(names = "--priority", paramLabel = "P", description = "high, normal or low (normal).")
  private Priority priority = Priority.NORMAL;

  @Mixin private final RetryOptions retry = new RetryOptions();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    Subscription plain =
        Subscription.of(topic, name, queue)
            .withScope(scope)
            .withFormat(format)
            .withPriority(priority)
            .withRetry(retry.changed(null));
    Subscription wanted = filter == null ? plain : plain.withFilter(TextArgument.text(filter));
    try (Waybill waybill = store.open()) {
      waybill.topics().subscribe(wanted);
    }
    if (output.json()) {
      output.wire(SubscriptionJson.DOCUMENT, wanted);
    } else {
      output.line("subscribed queue " + queue + " to topic " + topic + " as " + name);
    }
    return 0;
  }
}
