package dev.waybill.cli.documents;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.wire.message.ErasureReceiptJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill documents erase`
@Command(
    name = "erase",
    description = {
      "Delete a document: its file, chunks and vectors.",
      "With --json it prints a signed receipt: keep it as evidence."
    })
final class DocumentsEraseCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "The ID of the document.")
  private String id = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.openServer()) {
      ErasureReceipt receipt = waybill.documents().erase(id);
      if (output.json()) {
        output.wire(ErasureReceiptJson.DOCUMENT, receipt);
      } else {
        output.line("erased " + id);
      }
    }
    return 0;
  }
}
