package dev.waybill.cli.messages;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.topics.TopicsDeleteCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill suppressions remove`
@Command(name = "remove", description = "Send messages to a recipient again.")
final class SuppressionsRemoveCommand implements Callable<Integer> {

  @Mixin private final RecipientArguments to = new RecipientArguments();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      TopicsDeleteCommand.gone(
          output,
          waybill.suppressions().remove(to.channel, to.recipient),
          "the recipient is not suppressed");
    }
    return 0;
  }
}
