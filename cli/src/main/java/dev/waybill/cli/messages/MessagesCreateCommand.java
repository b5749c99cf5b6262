package dev.waybill.cli.messages;

import dev.waybill.Priority;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.connect.TextArgument;
import dev.waybill.cli.output.Output;
import dev.waybill.message.CreatedTopicMessage;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.wire.topic.CreatedTopicMessageJson;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill messages create`
@Command(name = "create", description = "Create a message on a topic and publish its event.")
final class MessagesCreateCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic of the event.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "PAYLOAD", description = "JSON, @file, or -.")
  private String payload = "";

  @Option(
      names = "--type",
      paramLabel = "NAME",
      description = "The message type (manual_notification).")
  private String type = "manual_notification";

  @Option(names = "--stage", paramLabel = "NAME", description = "The stage (dev).")
  private String stage = "dev";

  @Option(names = "--priority", paramLabel = "P", description = "high, normal or low.")
  private @Nullable Priority priority;

  @Option(names = "--correlation-id", paramLabel = "ID", description = "The correlation ID.")
  private @Nullable String correlationId;

  @Option(
      names = "--request-id",
      paramLabel = "ID",
      description = "An idempotency key: using it again returns the same message.")
  private @Nullable String requestId;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    NewTopicMessage wanted =
        NewTopicMessage.byUser(
                System.getProperty("user.name"), type, stage, TextArgument.text(payload))
            .withPriority(priority)
            .withCorrelationId(correlationId)
            .withRequestId(requestId);
    try (Waybill waybill = store.open()) {
      show(waybill.topicMessages().create(topic, wanted));
    }
    return 0;
  }

  private void show(CreatedTopicMessage created) {
    if (output.json()) {
      output.wire(CreatedTopicMessageJson.DOCUMENT, created);
      return;
    }
    output.line("message " + created.messageId());
    output.line("timeline: waybill timeline " + created.correlationId() + store.flags());
    if (created.deliveries().isEmpty()) {
      output.note("no subscription matches");
    }
  }
}
