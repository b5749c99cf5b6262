package dev.waybill.documents.record;

import static dev.waybill.wire.json.Codecs.JOB_ID;
import static dev.waybill.wire.json.Codecs.TEXT;

import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.messages.DerivedId;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The first upload with a request ID. Later ones with the same ID are the same upload, or refused.
///
/// @param fingerprint of session, priority, names and contents
public record UploadClaim(JobId jobId, String fingerprint, List<String> documentIds) {

  private static final Fields<UploadClaim> FIELDS =
      Fields.of("UploadClaim", "The first upload with a request ID.");
  private static final Slot.Of<JobId> JOB =
      FIELDS.required("job_id", JOB_ID, UploadClaim::jobId, "The job.");
  private static final Slot.Of<String> FINGERPRINT =
      FIELDS.text("fingerprint", UploadClaim::fingerprint, "Identifies the request.");
  private static final Slot.Of<List<String>> DOCUMENTS =
      FIELDS.required(
          "document_ids",
          Codecs.list(TEXT, Integer.MAX_VALUE),
          UploadClaim::documentIds,
          "The documents.");
  private static final Document<UploadClaim> DOCUMENT =
      FIELDS.make(in -> new UploadClaim(in.get(JOB), in.get(FINGERPRINT), in.get(DOCUMENTS)));

  public UploadClaim {
    documentIds = List.copyOf(documentIds);
  }

  public Fact fact(String tenant, String requestId, Instant at) {
    return Fact.of(key(tenant, requestId), 1, "claimed", at, Payload.wrap(DOCUMENT.bytes(this)));
  }

  public static Optional<UploadClaim> find(Ledger ledger, String tenant, String requestId) {
    return ledger.latest(List.of(key(tenant, requestId))).stream()
        .findFirst()
        .map(latest -> DOCUMENT.readAnswer(latest.data().bytesWithoutCopy()));
  }

  public static void delete(Ledger ledger, String tenant, String requestId) {
    ledger.delete(key(tenant, requestId), Long.MAX_VALUE);
  }

  private static LedgerKey key(String tenant, String requestId) {
    return new LedgerKey(tenant, Retention.UPLOADS, DerivedId.of("upload", tenant, requestId));
  }
}
