package dev.waybill.cli.messages;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill messages resend`
@Command(name = "resend", description = "Send a message again, as its next attempt.")
final class MessagesResendCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "The ID of the message.")
  private String id = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      MessagesShowCommand.show(waybill.messages().resend(id), output);
    }
    return 0;
  }
}
