package dev.waybill.cli.messages;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.message.ReceiptKey;
import dev.waybill.wire.message.ReceiptKeyJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill messages receipt-keys`
@Command(
    name = "receipt-keys",
    description = "Print the public keys that verify receipts; --json prints a JSON Web Key Set.")
final class MessagesReceiptKeysCommand implements Callable<Integer> {

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      List<ReceiptKey> keys = waybill.messages().receiptKeys();
      if (output.json()) {
        output.wire(ReceiptKeyJson.LIST, keys);
      } else {
        Table table = Table.of("ID", "PUBLIC KEY");
        keys.forEach(key -> table.row(key.id(), key.publicKey()));
        output.table(table);
      }
    }
    return 0;
  }
}
