package dev.waybill.cli.topics;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.topic.Subscription;
import dev.waybill.wire.DefinitionsJson;
import dev.waybill.wire.topic.SubscriptionJson;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill topics subscriptions`
@Command(name = "subscriptions", description = "List the subscriptions of a topic.")
final class TopicsSubscriptionsCommand implements Callable<Integer> {

  @Parameters(paramLabel = "TOPIC", description = "The name of the topic.")
  private String topic = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      show(waybill.topics().subscriptions(topic));
    }
    return 0;
  }

  private void show(List<Subscription> all) {
    if (output.json()) {
      output.wire(SubscriptionJson.LIST, DefinitionsJson.Listed.all(all));
    } else if (all.isEmpty()) {
      output.line("no subscriptions");
    } else {
      output.table(table(all));
    }
  }

  private static Table table(List<Subscription> all) {
    Table table = Table.of("NAME", "QUEUE", "PRIORITY", "FORMAT", "MATCHES", "FILTER");
    for (Subscription one : all) {
      table.row(
          one.name(),
          one.queue(),
          DisplayText.lower(one.priority()),
          DisplayText.lower(one.format()),
          DisplayText.lower(one.scope()),
          Objects.requireNonNullElse(one.filter(), "everything"));
    }
    return table;
  }
}
