package dev.waybill.wire.document;

import static dev.waybill.wire.json.Codecs.JOB_ID;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.document.Document;
import dev.waybill.document.DocumentFailure;
import dev.waybill.document.DocumentStage;
import dev.waybill.document.DocumentState;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.PageJson;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Instant;

public final class DocumentJson {

  private static final Fields<DocumentFailure> FAILURE =
      Fields.of("DocumentFailure", "Why a document failed, and where.");
  private static final Slot.Of<DocumentStage> STAGE =
      FAILURE.required(
          "stage", word(DocumentStage.class), DocumentFailure::stage, "The stage that failed.");
  private static final Slot.Of<String> CODE =
      FAILURE.text("code", DocumentFailure::code, "Stable code, such as `invalid_format`.");
  private static final Slot.Of<String> MESSAGE =
      FAILURE.text("message", DocumentFailure::message, "What happened.");
  private static final dev.waybill.wire.json.Document<DocumentFailure> DOCUMENT_FAILURE =
      FAILURE.make(in -> new DocumentFailure(in.get(STAGE), in.get(CODE), in.get(MESSAGE)));

  private static final Fields<Document.Indexed> INDEXED =
      Fields.of("IndexedDocument", "What searches find of a document.");
  private static final Slot.Count PAGES =
      INDEXED.count("pages", Document.Indexed::pages, "Number of pages; 0 if it has none.");
  private static final Slot.Count CHUNKS =
      INDEXED.count("chunks", Document.Indexed::chunks, "Number of chunks.");
  private static final Slot.Of<String> MODEL =
      INDEXED.text("model", Document.Indexed::model, "The embedding model.");
  private static final Slot.Count DIMENSION =
      INDEXED.count("dimension", Document.Indexed::dimension, "The dimension of its vectors.");
  private static final dev.waybill.wire.json.Document<Document.Indexed> INDEXED_DOCUMENT =
      INDEXED.make(
          in ->
              new Document.Indexed(
                  in.get(PAGES), in.get(CHUNKS), in.get(MODEL), in.get(DIMENSION)));

  private static final Fields<Document> FIELDS =
      Fields.of("Document", "A file of a session, and how far its processing is.");
  private static final Slot.Of<String> ID =
      FIELDS.text("document_id", Document::id, "ID of the document.");
  private static final Slot.Of<String> SESSION =
      FIELDS.text("session_id", Document::session, "The session that it belongs to.");
  private static final Slot.Of<JobId> JOB =
      FIELDS.required("job_id", JOB_ID, Document::jobId, "The job that processes it.");
  private static final Slot.Of<String> NAME =
      FIELDS.text("name", Document::name, "Name of the file.");
  private static final Slot.Of<String> TYPE =
      FIELDS.text(
          "file_type", document -> document.content().type(), "Type by content, such as `pdf`.");
  private static final Slot.Whole SIZE =
      FIELDS.whole("size", document -> document.content().size(), "Bytes of the file.");
  private static final Slot.Of<String> HASH =
      FIELDS.text("content_hash", document -> document.content().hash(), "SHA-256 in hexadecimal.");
  private static final Slot.Of<String> KEY =
      FIELDS.text("s3_key", document -> document.content().key(), "Name of the stored object.");
  private static final Slot.Of<DocumentState> STATE =
      FIELDS.required(
          "state", word(DocumentState.class), Document::state, "How far its processing is.");
  private static final Slot.Maybe<DocumentFailure> FAILED =
      FIELDS.optional(
          "failure",
          DOCUMENT_FAILURE,
          document -> document.progress().failure(),
          "The last failure, if it was not overcome.");
  private static final Slot.Maybe<Document.Indexed> FOUND =
      FIELDS.optional(
          "index",
          INDEXED_DOCUMENT,
          document -> document.progress().indexed(),
          "What searches find; absent before the document is ready.");
  private static final Slot.Of<Instant> CREATED_AT =
      FIELDS.required("created_at", TIME, Document::createdAt, "When it was uploaded.");
  private static final Slot.Of<Instant> UPDATED_AT =
      FIELDS.required(
          "updated_at",
          TIME,
          document -> document.progress().updatedAt(),
          "When its state last changed.");

  public static final dev.waybill.wire.json.Document<Document> DOCUMENT =
      FIELDS.make(DocumentJson::document);

  public static final dev.waybill.wire.json.Document<Page<Document>> PAGE = PageJson.of(DOCUMENT);

  private DocumentJson() {}

  private static Document document(Values in) {
    return new Document(
        in.get(ID),
        in.get(NAME),
        new Document.Origin(in.get(SESSION), in.get(JOB), in.get(CREATED_AT)),
        new Document.Content(in.get(TYPE), in.get(KEY), in.get(HASH), in.get(SIZE)),
        new Document.Progress(in.get(STATE), in.get(UPDATED_AT), in.get(FAILED), in.get(FOUND)));
  }
}
