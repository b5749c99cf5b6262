package dev.waybill.cli.messages;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.message.Erasure;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.message.Messages;
import dev.waybill.wire.message.ErasureReceiptJson;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill messages erase`
@Command(
    name = "erase",
    description = {
      "Destroy the content of a message, or of all messages to a recipient; states and events"
          + " stay.",
      "With --json it prints signed receipts, one per line: keep them as evidence."
    })
final class MessagesEraseCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", arity = "0..1", description = "The ID of the message.")
  private @Nullable String id;

  @Option(
      names = "--recipient",
      paramLabel = "ADDRESS",
      description = "Erase all messages to this address.")
  private @Nullable String recipient;

  @Option(
      names = "--channel",
      paramLabel = "NAME",
      description = "Only messages to the recipient on this channel.")
  private @Nullable String channel;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    output.require((id == null) != (recipient == null), "give either an ID or --recipient");
    output.require(
        channel == null || recipient != null, "--channel is only possible with --recipient");
    try (Waybill waybill = store.open()) {
      int erased =
          id == null ? eraseRecipient(waybill.messages()) : shown(waybill.messages().erase(id));
      if (!output.json()) {
        output.line("erased " + erased + (erased == 1 ? " message" : " messages"));
      }
    }
    return 0;
  }

  private int eraseRecipient(Messages messages) {
    Erasure.OfRecipient next = new Erasure.OfRecipient(channel, String.valueOf(recipient), null);
    int erased = 0;
    while (true) {
      ErasureReceipt receipt = messages.erase(next);
      erased += shown(receipt);
      String cursor = receipt.statement().nextCursor();
      if (cursor == null) {
        return erased;
      }
      next = next.next(cursor);
    }
  }

  private int shown(ErasureReceipt receipt) {
    if (output.json()) {
      output.wire(ErasureReceiptJson.DOCUMENT, receipt);
    }
    return receipt.statement().messages().size();
  }
}
