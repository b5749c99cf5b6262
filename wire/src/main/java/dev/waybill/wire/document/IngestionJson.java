package dev.waybill.wire.document;

import static dev.waybill.wire.json.Codecs.JOB_ID;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.JobId;
import dev.waybill.document.Document;
import dev.waybill.document.IngestionMessage;
import dev.waybill.document.IngestionMessage.Item;
import dev.waybill.document.IngestionResult;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.util.List;

/// The payload and the result of the job that processes an upload.
public final class IngestionJson {

  private static final Fields<Item> ITEM = Fields.of("IngestionDocument", "A document to process.");
  private static final Slot.Of<String> ID =
      ITEM.text("document_id", Item::documentId, "ID of the document.");
  private static final Slot.Of<String> KEY =
      ITEM.text("s3_key", Item::key, "Name of the stored object.");
  private static final Slot.Of<String> HASH =
      ITEM.text("content_hash", Item::contentHash, "SHA-256 in hexadecimal.");
  private static final Slot.Of<String> TYPE =
      ITEM.text("file_type", Item::fileType, "Type, such as `pdf`.");
  private static final dev.waybill.wire.json.Document<Item> ITEM_DOCUMENT =
      ITEM.make(in -> new Item(in.get(ID), in.get(KEY), in.get(HASH), in.get(TYPE)));

  private static final Fields<IngestionMessage> FIELDS =
      Fields.of("IngestionMessage", "Documents to process.");
  private static final Slot.Of<JobId> JOB =
      FIELDS.required("job_id", JOB_ID, IngestionMessage::jobId, "The job itself.");
  private static final Slot.Of<String> SESSION =
      FIELDS.text("session_id", IngestionMessage::session, "The session of the documents.");
  private static final Slot.Of<List<Item>> DOCUMENTS =
      FIELDS.required(
          "documents",
          Codecs.list(ITEM_DOCUMENT, Integer.MAX_VALUE),
          IngestionMessage::documents,
          "The documents.");
  private static final Slot.Of<Instant> CREATED_AT =
      FIELDS.required("created_at", TIME, IngestionMessage::createdAt, "When they were uploaded.");

  public static final dev.waybill.wire.json.Document<IngestionMessage> MESSAGE =
      FIELDS.make(
          in ->
              new IngestionMessage(
                  in.get(JOB), in.get(SESSION), in.get(DOCUMENTS), in.get(CREATED_AT)));

  private static final Fields<IngestionResult> RESULT_FIELDS =
      Fields.of("IngestionResult", "What became of each file.");

  static {
    RESULT_FIELDS.required(
        "outcome",
        word(IngestionResult.Outcome.class),
        IngestionResult::outcome,
        "`complete` if all documents are ready, `partial` if some failed.");
  }

  private static final Slot.Of<List<Document>> RESULTS =
      RESULT_FIELDS.required(
          "documents",
          Codecs.list(DocumentJson.DOCUMENT, Integer.MAX_VALUE),
          IngestionResult::documents,
          "The documents with their states and failures.");

  public static final dev.waybill.wire.json.Document<IngestionResult> RESULT =
      RESULT_FIELDS.make(in -> new IngestionResult(in.get(RESULTS)));

  private IngestionJson() {}
}
