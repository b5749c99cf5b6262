package dev.waybill.backend.postgres.job;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.record.StoredJob;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A job as it is in the tables.
///
/// @param n its number, in the order of creation
/// @param change the number of its last change
/// @param queue the number of its queue
/// @param until the end of its lease in milliseconds; 0 if it does not run
/// @param record everything else
record JobRow(long n, long change, int queue, long until, StoredJob record) {

  static UUID uuid(JobId id) {
    return new UUID(id.high(), id.low());
  }

  static JobId id(UUID uuid) {
    return new JobId(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
  }

  UUID uuid() {
    return uuid(record.key().id());
  }

  JobRow with(long changed, StoredJob after) {
    return new JobRow(n, changed, queue, until, after);
  }

  static byte @Nullable [] bytes(List<Attempt> attempts) {
    if (attempts.isEmpty()) {
      return null;
    }
    ByteWriter out = new ByteWriter(64);
    attempts.forEach(attempt -> JobBytes.writeAttempt(out, attempt));
    return out.copy();
  }

  static List<Attempt> attempts(byte @Nullable [] bytes) {
    List<Attempt> attempts = new ArrayList<>();
    if (bytes != null) {
      ByteReader in = new ByteReader(bytes);
      while (in.hasMore()) {
        attempts.add(JobBytes.readAttempt(in));
      }
    }
    return attempts;
  }

  static byte @Nullable [] bytes(@Nullable Failure failure) {
    if (failure == null) {
      return null;
    }
    ByteWriter out = new ByteWriter(64);
    JobBytes.writeFailure(out, failure);
    return out.copy();
  }

  static byte @Nullable [] bytes(@Nullable Payload payload) {
    if (payload == null) {
      return null;
    }
    ByteWriter out = new ByteWriter(64);
    JobBytes.writePayload(out, payload);
    return out.copy();
  }
}
