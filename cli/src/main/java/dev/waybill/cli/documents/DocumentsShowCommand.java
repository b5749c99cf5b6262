package dev.waybill.cli.documents;

import dev.waybill.document.Document;
import dev.waybill.document.DocumentFailure;
import dev.waybill.document.Documents;
import dev.waybill.wire.document.DocumentJson;
import picocli.CommandLine.Command;

/// `waybill documents show`
@Command(name = "show", description = "Show a document and how far its processing is.")
final class DocumentsShowCommand extends OneDocumentCommand {

  @Override
  void run(Documents documents, String id) {
    Document document = documents.get(id);
    if (output.json()) {
      output.wire(DocumentJson.DOCUMENT, document);
    } else {
      show(document);
    }
  }

  private void show(Document document) {
    line("id", document.id());
    line("name", output.shown(document.name()));
    line("session", document.session());
    line("job", document.jobId().toString());
    line("type", document.content().type());
    line("bytes", Long.toString(document.content().size()));
    line("sha256", document.content().hash());
    line("state", document.state().word());
    Document.Indexed indexed = document.progress().indexed();
    if (indexed != null) {
      line("pages", Integer.toString(indexed.pages()));
      line("chunks", Integer.toString(indexed.chunks()));
      line("model", indexed.model() + " (" + indexed.dimension() + ")");
    }
    DocumentFailure failure = document.progress().failure();
    if (failure != null) {
      line("failed at", failure.stage().word());
      line("error", failure.code() + ": " + output.shown(failure.message()));
    }
  }

  private void line(String name, String value) {
    output.line("%-10s %s".formatted(name, value));
  }
}
