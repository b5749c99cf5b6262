package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.Pruned;
import org.jspecify.annotations.Nullable;

/// Keeps large payloads and results out of records: their bytes go to the blob store before the
/// record is written, and are read when they are needed.
final class ClaimCheck {

  private final BlobStore blobs;

  ClaimCheck(BlobStore blobs) {
    this.blobs = blobs;
  }

  /// A payload that holds the caller's own bytes. A claim from a caller is never accepted as it is:
  /// it could name the blob of another tenant or job.
  static Payload owned(Payload payload) {
    if (payload.blob() == null) {
      return payload;
    }
    byte[] bytes = read(payload);
    Checks.check(
        bytes.length == payload.size(),
        Code.INVALID_ARGUMENT,
        "the payload declares " + payload.size() + " bytes and has " + bytes.length);
    return Payload.wrap(bytes);
  }

  /// The payload for the record of a new job.
  Payload stowPayload(JobKey job, Payload payload) {
    return stow(job.tenant(), "jobs/" + job.id() + "/payload", payload);
  }

  /// The result for the record of a completed job.
  Payload stowResult(LeaseKey lease, Payload result) {
    String name = "jobs/" + lease.job().id() + "/result-" + lease.attempt();
    return stow(lease.job().tenant(), name, result);
  }

  /// The job with a payload and result that can be read.
  Job readable(Job job) {
    Payload result = job.progress().result();
    if (job.payload().blob() == null && (result == null || result.blob() == null)) {
      return job;
    }
    Payload payload = readable(job.tenant(), job.payload());
    Payload readableResult = result == null ? null : readable(job.tenant(), result);
    return job.withRequest(job.request().withPayload(payload))
        .withProgress(job.progress().withResult(readableResult));
  }

  void discard(String tenant, @Nullable Payload payload) {
    if (payload != null && payload.blob() != null) {
      blobs.delete(tenant, payload.blob());
    }
  }

  void discard(Pruned job) {
    job.blobs().forEach(blob -> blobs.delete(job.job().tenant(), blob));
  }

  /// If the name is taken, an earlier call stored its bytes without learning the outcome; they may
  /// be in use, so this call uses another name.
  private Payload stow(String tenant, String name, Payload payload) {
    Payload owned = owned(payload);
    if (owned.size() <= Limits.INLINE_BYTES) {
      return owned;
    }
    byte[] bytes = owned.bytesWithoutCopy();
    String free = name;
    for (int again = 2; !blobs.put(tenant, free, bytes); again++) {
      free = name + "-" + again;
    }
    return Payload.claim(free, bytes.length);
  }

  private Payload readable(String tenant, Payload payload) {
    String blob = payload.blob();
    return blob == null ? payload : payload.loadedBy(source(tenant, blob, payload.size()));
  }

  private Payload.Source source(String tenant, String name, long size) {
    return (from, length) -> find(tenant, name, size).open(from, length);
  }

  private Blob find(String tenant, String name, long size) {
    Blob blob =
        blobs
            .find(tenant, name)
            .orElseThrow(
                () ->
                    new WaybillException(
                        Code.NOT_FOUND, name + " is gone; the job was probably deleted"));
    if (blob.size() != size) {
      throw new WaybillException(
          Code.CORRUPT, name + " must have " + size + " bytes; it has " + blob.size());
    }
    return blob;
  }

  private static byte[] read(Payload claim) {
    try {
      return claim.bytesWithoutCopy();
    } catch (IllegalStateException unreadable) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "a payload must come with its bytes", unreadable);
    }
  }
}
