package dev.waybill.cli;

import dev.waybill.Waybill;
import dev.waybill.topic.Topic;
import dev.waybill.wire.DefinitionsJson;
import dev.waybill.wire.TopicJson;
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
final class TopicsCommand implements Callable<Integer> {

  @Mixin private final Place place = new Place();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = place.open()) {
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
      topics.forEach(one -> table.row(one.name(), Words.lower(one.checking()), one.description()));
      output.table(table);
    }
  }
}
