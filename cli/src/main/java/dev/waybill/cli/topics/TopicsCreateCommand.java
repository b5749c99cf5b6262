package dev.waybill.cli.topics;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.topic.Topic;
import dev.waybill.wire.topic.TopicJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill topics create`
@Command(name = "create", description = "Create or update a topic.")
final class TopicsCreateCommand implements Callable<Integer> {

  @Parameters(paramLabel = "TOPIC", description = "Its name.")
  private String topic = "";

  @Option(
      names = "--checking",
      paramLabel = "HOW",
      description =
          "Check events against their schema: known (if one is registered), required or off"
              + " (known).")
  private Topic.Checking checking = Topic.Checking.KNOWN;

  @Option(names = "--description", paramLabel = "TEXT", description = "A description.")
  private String description = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    Topic wanted = new Topic(topic, checking, description);
    try (Waybill waybill = store.openOrCreate()) {
      waybill.topics().put(wanted);
    }
    if (output.json()) {
      output.wire(TopicJson.DOCUMENT, wanted);
    } else {
      output.line("stored topic " + topic);
    }
    return 0;
  }
}
