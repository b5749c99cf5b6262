package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.base.Sha256;
import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.Pruned;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps large payloads and results out of records: their bytes go to the blob store before the
/// record is written, and are read when they are needed.
final class ClaimCheck {

  private final BlobStore blobs;
  private final int inlineBytes;

  /// @param inlineBytes the largest payload that is not a blob
  ClaimCheck(BlobStore blobs, int inlineBytes) {
    this.blobs = blobs;
    this.inlineBytes = inlineBytes;
  }

  /// The payload or result for a record.
  ///
  /// @param identity identifies the bytes: the bytes themselves if they are inline, otherwise their
  ///     SHA-256
  record StoredPayload(Payload payload, Payload identity) {}

  /// Small bytes, inline. A claim from a caller is never accepted as it is: it could name the blob
  /// of another tenant or job.
  static Payload inline(Payload payload) {
    try {
      return payload.isInline() ? payload : Payload.wrap(payload.bytesWithoutCopy());
    } catch (IllegalStateException | UncheckedIOException unreadable) {
      throw unreadable(unreadable);
    }
  }

  /// The payload for the record of a new job.
  StoredPayload storePayload(JobKey job, Payload payload) {
    return store(job.tenant(), "jobs/" + job.id() + "/payload", payload);
  }

  /// The result for the record of a completed job.
  Payload storeResult(LeaseKey lease, Payload result) {
    String name = "jobs/" + lease.job().id() + "/result-" + lease.attempt();
    return store(lease.job().tenant(), name, result).payload();
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
  private StoredPayload store(String tenant, String name, Payload payload) {
    if (payload.size() <= inlineBytes) {
      Payload inline = inline(payload);
      return new StoredPayload(inline, inline);
    }
    MessageDigest digest = Sha256.digest();
    String free = name;
    for (int again = 2; !put(tenant, free, payload, digest); again++) {
      free = name + "-" + again;
    }
    return new StoredPayload(Payload.claim(free, payload.size()), Payload.wrap(digest.digest()));
  }

  /// Streams the bytes: they need not fit into memory.
  private boolean put(String tenant, String name, Payload payload, MessageDigest digest) {
    digest.reset();
    try (InputStream content = opened(payload)) {
      return blobs.put(tenant, name, new DigestInputStream(content, digest));
    } catch (IOException unreadable) {
      throw unreadable(unreadable);
    }
  }

  private static InputStream opened(Payload payload) {
    try {
      return payload.open(0, payload.size());
    } catch (IllegalStateException | UncheckedIOException unreadable) {
      throw unreadable(unreadable);
    }
  }

  private Payload readable(String tenant, Payload payload) {
    String blob = payload.blob();
    return blob == null ? payload : payload.loadedBy(source(tenant, blob, payload.size()));
  }

  private Payload.Source source(String tenant, String name, long size) {
    return new Payload.Source() {
      @Override
      public InputStream open(long from, long length) {
        return find(tenant, name, size).open(from, length);
      }

      @Override
      public Optional<URI> link(Duration life) {
        return find(tenant, name, size).link(life);
      }
    };
  }

  private Blob find(String tenant, String name, long size) {
    Blob blob =
        blobs
            .find(tenant, name)
            .orElseThrow(
                () ->
                    new WaybillException(
                        Code.NOT_FOUND, name + " does not exist; the job was probably deleted"));
    if (blob.size() != size) {
      throw new WaybillException(
          Code.CORRUPT, name + " must have " + size + " bytes; it has " + blob.size());
    }
    return blob;
  }

  private static WaybillException unreadable(Exception cause) {
    return new WaybillException(
        Code.INVALID_ARGUMENT, "the bytes of a payload or result cannot be read", cause);
  }
}
