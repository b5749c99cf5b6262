package dev.waybill.cli.topics;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.message.MessageRecord;
import dev.waybill.wire.topic.MessageJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill messages show`
@Command(name = "show", description = "Show the status of a message.")
final class MessagesShowCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "The ID of the message.")
  private String id = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      show(
          waybill
              .messages()
              .find(id)
              .orElseThrow(
                  () -> new WaybillException(Code.NOT_FOUND, "there is no message " + id)));
    }
    return 0;
  }

  private void show(MessageRecord message) {
    if (output.json()) {
      output.wire(MessageJson.DOCUMENT, message);
      return;
    }
    output.table(MessageDetails.of(message));
  }
}
