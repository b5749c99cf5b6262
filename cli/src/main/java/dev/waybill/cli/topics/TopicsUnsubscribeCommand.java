package dev.waybill.cli.topics;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill topics unsubscribe`
@Command(name = "unsubscribe", description = "Delete a subscription. Its existing jobs stay.")
final class TopicsUnsubscribeCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The name of the topic.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "NAME", description = "The name of the subscription.")
  private String name = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      boolean existed = waybill.topics().unsubscribe(topic, name);
      TopicsDeleteCommand.gone(output, existed, topic + " has no subscription " + name);
    }
    return 0;
  }
}
