package dev.waybill.backend.redis;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.JobText;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.bytes.JobCodes;
import dev.waybill.record.DraftBytes;
import dev.waybill.spi.Draft;
import dev.waybill.spi.Step;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// The arguments of functions, as the functions in Lua unpack them.
final class JobArguments {

  /// The texts that have lists of their own; request IDs have a table.
  static final List<JobText> LISTED = List.of(JobText.CORRELATION_ID, JobText.KEY);

  private static final int NO_ENDING = 255;

  private JobArguments() {}

  static byte[] meta(Draft draft) {
    NewJob job = draft.job();
    Draft.Fingerprint fingerprint = draft.fingerprint();
    ByteWriter out = new ByteWriter(256);
    out.put1(JobCodes.of(job.priority())).put8(positive(JobBytes.millis(job.deadline())));
    out.put8(positive(JobBytes.millis(job.timeout()))).put8(job.payload().size());
    out.put8(job.delay().toMillis()).put8(runAt(job.runAt()));
    out.put8(fingerprint == null ? 0 : fingerprint.high());
    out.put8(fingerprint == null ? 0 : fingerprint.low());
    putShort(out, RedisRows.ref(draft.key()));
    putShort(out, job.queue());
    putShort(out, job.requestId());
    LISTED.forEach(text -> putShort(out, text.of(job)));
    return out.copy();
  }

  /// Absent is 0; a deadline before 1970 has passed as one in 1970 has.
  private static long positive(long millis) {
    return millis == JobBytes.ABSENT ? 0 : Math.max(1, millis);
  }

  private static long runAt(@Nullable Instant time) {
    return time == null ? 0 : Math.max(1, time.toEpochMilli());
  }

  static byte[] draft(Draft draft) {
    ByteWriter out = new ByteWriter(256);
    DraftBytes.write(out, draft);
    return out.copy();
  }

  /// @param stamp a random mark by which the server recognizes a repeated step
  static byte[] meta(Step step, long stamp) {
    Step.Counts counts = step.counts();
    Attempt.Ending ending = step.ending();
    ByteWriter out = new ByteWriter(96);
    out.put1(JobCodes.of(step.from())).put1(JobCodes.of(step.to()));
    out.put1(step.front() ? 1 : 0).put1(step.cancelRequested() ? 1 : 0);
    out.put1(counts == null ? 0 : 1).put1(ending == null ? NO_ENDING : JobCodes.of(ending));
    out.put8(step.delay().toMillis()).put4(step.guard().attempt());
    out.put4(counts == null ? 0 : counts.generation());
    out.put4(counts == null ? 0 : counts.errors()).put4(counts == null ? 0 : counts.crashes());
    out.put8(stamp);
    putShort(out, RedisRows.ref(step.guard().job()));
    return out.copy();
  }

  /// A random mark by which the server recognizes a repeated call.
  static byte[] stamp() {
    byte[] stamp = new byte[Long.BYTES];
    ThreadLocalRandom.current().nextBytes(stamp);
    return stamp;
  }

  static byte[] result(@Nullable Payload result) {
    ByteWriter out = new ByteWriter(64);
    if (result != null) {
      JobBytes.writePayload(out, result);
    }
    return out.copy();
  }

  static byte[] failure(@Nullable Failure failure) {
    ByteWriter out = new ByteWriter(64);
    if (failure != null) {
      JobBytes.writeFailure(out, failure);
    }
    return out.copy();
  }

  static void putShort(ByteWriter out, @Nullable String text) {
    putShort(out, Call.bytes(text == null ? "" : text));
  }

  static void putShort(ByteWriter out, byte[] bytes) {
    out.put1(bytes.length >> 8).put1(bytes.length & 0xff).putRaw(bytes);
  }
}
