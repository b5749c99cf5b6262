package dev.waybill.cli.messages;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.topics.TopicsDeleteCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill messages hooks delete`
@Command(name = "delete", description = "Delete a hook. Events that wait are not sent.")
final class HooksDeleteCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "The name of the hook.")
  private String name = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      TopicsDeleteCommand.gone(
          output, waybill.messageHooks().delete(name), "there is no message hook " + name);
    }
    return 0;
  }
}
