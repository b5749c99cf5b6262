package dev.waybill.cli.documents;

import dev.waybill.document.Documents;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.wire.message.ErasureReceiptJson;
import picocli.CommandLine.Command;

/// `waybill documents erase`
@Command(
    name = "erase",
    description = {
      "Delete a document: its file, chunks and vectors.",
      "With --json it prints a signed receipt: keep it as evidence."
    })
final class DocumentsEraseCommand extends OneDocumentCommand {

  @Override
  void run(Documents documents, String id) {
    ErasureReceipt receipt = documents.erase(id);
    if (output.json()) {
      output.wire(ErasureReceiptJson.DOCUMENT, receipt);
    } else {
      output.line("erased " + id);
    }
  }
}
