package dev.waybill.wire.document;

import static dev.waybill.wire.json.Codecs.JOB_ID;

import dev.waybill.JobId;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.Document;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.util.List;

public final class AcceptedUploadJson {

  private static final Fields<AcceptedUpload> FIELDS =
      Fields.of("AcceptedUpload", "An upload whose files, documents and job are durable.");
  private static final Slot.Of<JobId> JOB =
      FIELDS.required("job_id", JOB_ID, AcceptedUpload::jobId, "The job that processes them.");
  private static final Slot.Of<String> SESSION =
      FIELDS.text("session_id", AcceptedUpload::session, "The session.");
  private static final Slot.Of<List<Document>> DOCUMENTS =
      FIELDS.required(
          "documents",
          Codecs.list(DocumentJson.DOCUMENT, Integer.MAX_VALUE),
          AcceptedUpload::documents,
          "The documents, in the order of the files.");
  private static final Slot.Flag DUPLICATE =
      FIELDS.flag(
          "duplicate",
          AcceptedUpload::duplicate,
          "The idempotency key is known: this is the earlier upload.");

  public static final dev.waybill.wire.json.Document<AcceptedUpload> DOCUMENT =
      FIELDS.make(
          in ->
              new AcceptedUpload(
                  in.get(JOB), in.get(SESSION), in.get(DOCUMENTS), in.get(DUPLICATE)));

  private AcceptedUploadJson() {}
}
