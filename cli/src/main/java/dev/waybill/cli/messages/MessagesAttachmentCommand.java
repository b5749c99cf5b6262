package dev.waybill.cli.messages;

import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.BytesOutput;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill messages attachment`
@Command(name = "attachment", description = "Write an attachment of a message, byte for byte.")
final class MessagesAttachmentCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "ID", description = "The ID of the message.")
  private String id = "";

  @Parameters(
      index = "1",
      paramLabel = "NUMBER",
      description = "The number of the attachment, from 1.")
  private String number = "";

  @Mixin private final BytesOutput output = new BytesOutput();
  @Mixin private final StoreOptions store = new StoreOptions();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      Payload content = MessagesShowCommand.found(waybill, id).attachment(number).content();
      output.write(content.open(0, content.size()));
    }
    return 0;
  }
}
