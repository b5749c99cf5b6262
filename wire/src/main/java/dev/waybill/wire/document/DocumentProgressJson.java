package dev.waybill.wire.document;

import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.JobEvent;
import dev.waybill.document.DocumentStage;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.util.Optional;

/// The data of events of the type [#TYPE]: how far a job is.
public final class DocumentProgressJson {

  public static final String TYPE = "document.progress";

  /// @param done pages or chunks; 0 at the begin of a stage
  /// @param total 0 if it is not known
  public record Step(String documentId, String name, DocumentStage stage, int done, int total) {}

  private static final Fields<Step> FIELDS =
      Fields.of("DocumentProgress", "How far a document is.");
  private static final Slot.Of<String> ID =
      FIELDS.text("document_id", Step::documentId, "The document.");
  private static final Slot.Of<String> NAME = FIELDS.text("name", Step::name, "Name of the file.");
  private static final Slot.Of<DocumentStage> STAGE =
      FIELDS.required("stage", word(DocumentStage.class), Step::stage, "The current stage.");
  private static final Slot.Count DONE = FIELDS.count("done", Step::done, "Pages or chunks.");
  private static final Slot.Count TOTAL =
      FIELDS.count("total", Step::total, "Pages or chunks; 0 if unknown.");

  public static final Document<Step> DOCUMENT =
      FIELDS.make(
          in -> new Step(in.get(ID), in.get(NAME), in.get(STAGE), in.get(DONE), in.get(TOTAL)));

  private DocumentProgressJson() {}

  /// Empty for events of other types.
  public static Optional<Step> read(JobEvent event) {
    return event.type().equals(TYPE)
        ? Optional.of(DOCUMENT.readAnswer(event.data().bytesWithoutCopy()))
        : Optional.empty();
  }
}
