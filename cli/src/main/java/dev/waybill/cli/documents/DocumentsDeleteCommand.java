package dev.waybill.cli.documents;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.document.Documents;
import picocli.CommandLine.Command;

/// `waybill documents delete`
@Command(name = "delete", description = "Delete a document: its file, chunks and vectors.")
final class DocumentsDeleteCommand extends OneDocumentCommand {

  @Override
  void run(Documents documents, String id) {
    if (!documents.delete(id)) {
      throw new WaybillException(Code.NOT_FOUND, "there is no document " + Text.quote(id));
    }
    output.line("deleted " + id);
  }
}
