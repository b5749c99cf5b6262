package dev.waybill.cli.messages;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.message.Message;
import dev.waybill.wire.message.MessageJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill messages show`
@Command(name = "show", description = "Show a message, its states, attempts and events.")
final class MessagesShowCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "The ID of the message.")
  private String id = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      show(found(waybill, id), output);
    }
    return 0;
  }

  static Message found(Waybill waybill, String id) {
    return waybill
        .messages()
        .find(id)
        .orElseThrow(() -> new WaybillException(Code.NOT_FOUND, "there is no message " + id));
  }

  static void show(Message message, Output output) {
    if (output.json()) {
      output.wire(MessageJson.DOCUMENT, message);
      return;
    }
    output.table(MessageDetails.of(message));
    if (!message.attempts().isEmpty()) {
      output.section("attempts", MessageDetails.attempts(message).lines(output.colors()));
    }
    if (!message.events().isEmpty()) {
      output.section("events", MessageDetails.events(message).lines(output.colors()));
    }
  }
}
