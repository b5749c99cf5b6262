package dev.waybill.cli.topics;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.topic.Topic;
import dev.waybill.wire.DefinitionsJson;
import dev.waybill.wire.topic.TopicJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill topics`
@Command(
    name = "topics",
    description = "List topics; create and delete them, and subscribe queues.",
    subcommands = {
      TopicsCreateCommand.class,
      TopicsDeleteCommand.class,
      TopicsSubscriptionsCommand.class,
      TopicsSubscribeCommand.class,
      TopicsUnsubscribeCommand.class
    })
public final class TopicsCommand implements Callable<Integer> {

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      show(waybill.topics().list());
    }
    return 0;
  }

  private void show(List<Topic> topics) {
    if (output.json()) {
      output.wire(TopicJson.LIST, DefinitionsJson.Listed.all(topics));
    } else if (topics.isEmpty()) {
      output.line("no topics");
    } else {
      Table table = Table.of("TOPIC", "CHECKING", "DESCRIPTION");
      topics.forEach(
          one -> table.row(one.name(), DisplayText.lower(one.checking()), one.description()));
      output.table(table);
    }
  }
}
