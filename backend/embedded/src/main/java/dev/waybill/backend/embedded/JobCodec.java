package dev.waybill.backend.embedded;

import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.spi.Draft;
import dev.waybill.spi.Draft.Fingerprint;
import dev.waybill.spi.JobKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The part of a job that never changes, as bytes. The same bytes stand in the log and in the
/// history; what the live state needs comes first.
final class JobCodec {

  /// What is known of a job from birth on.
  record Birth(Draft draft, long createdAt, long runAt) {}

  private static final long NONE = Long.MIN_VALUE;

  private JobCodec() {}

  static void write(ByteWriter out, Draft draft, long createdAt, long runAt) {
    NewJob job = draft.job();
    out.put8(draft.key().id().high()).put8(draft.key().id().low());
    out.put8(createdAt).put8(runAt);
    writeOptional(out, millis(job.deadline()));
    writeOptional(out, millis(job.timeout()));
    out.put1(Codes.of(job.priority()));
    out.putText(draft.key().tenant()).putText(job.queue()).putText(job.type());
    writeRequest(out, job.requestId(), draft.fingerprint());
    out.putOptionalText(job.correlationId()).putOptionalText(job.traceContext());
    out.putSmall(job.tags().size());
    job.tags().forEach(out::putText);
    writeOptional(out, job.delay().isZero() ? NONE : job.delay().toMillis());
    writeOptional(out, millis(job.runAt()));
    writeRetry(out, job.retry());
    writePayload(out, job.payload());
  }

  /// What the live state needs to know of a job, without what only its worker wants.
  record Outline(
      JobKey key,
      String queue,
      long createdAt,
      long runAt,
      LiveJob.Traits traits,
      @Nullable Fingerprint fingerprint) {}

  static Outline outline(Draft draft, long createdAt, long runAt) {
    NewJob job = draft.job();
    return new Outline(
        draft.key(),
        job.queue(),
        createdAt,
        runAt,
        traits(
            draft.key().tenant(),
            Codes.of(job.priority()),
            millis(job.deadline()),
            millis(job.timeout()),
            job.payload().size(),
            job.requestId()),
        draft.fingerprint());
  }

  /// Reads what the live state needs and makes nothing of the rest.
  static Outline readOutline(ByteReader in) {
    JobId id = Facts.readId(in);
    long createdAt = in.get8();
    long runAt = in.get8();
    long deadline = readOptional(in);
    long timeout = readOptional(in);
    int lane = in.get1();
    String tenant = in.getText();
    String queue = in.getText();
    in.skip(in.getSmallInt());
    String requestId = in.getOptionalText();
    Fingerprint fingerprint = requestId == null ? null : new Fingerprint(in.get8(), in.get8());
    skipToPayload(in);
    return new Outline(
        new JobKey(tenant, id),
        queue,
        createdAt,
        runAt,
        traits(tenant, lane, deadline, timeout, readPayloadSize(in), requestId),
        fingerprint);
  }

  private static LiveJob.Traits traits(
      String tenant,
      int lane,
      long deadline,
      long timeout,
      long payloadBytes,
      @Nullable String requestId) {
    return new LiveJob.Traits(
        (byte) lane,
        deadline == NONE ? LiveJob.NEVER : deadline + 1,
        timeout == NONE ? -1 : timeout,
        (int) Math.min(payloadBytes, Integer.MAX_VALUE),
        requestId == null ? null : new LiveJob.RequestKey(tenant, requestId));
  }

  /// Passes over correlation id, trace context, tags, delay, time and retry policy.
  private static void skipToPayload(ByteReader in) {
    skipOptionalText(in);
    skipOptionalText(in);
    for (int tags = in.getSmallInt(); tags > 0; tags--) {
      in.skip(in.getSmallInt());
    }
    readOptional(in);
    readOptional(in);
    readRetry(in);
  }

  private static void skipOptionalText(ByteReader in) {
    if (in.get1() != 0) {
      in.skip(in.getSmallInt());
    }
  }

  private static long readPayloadSize(ByteReader in) {
    boolean isClaim = in.get1() != 0;
    if (isClaim) {
      in.skip(in.getSmallInt());
    }
    return in.getSmall();
  }

  static Birth read(ByteReader in) {
    JobId id = new JobId(in.get8(), in.get8());
    long createdAt = in.get8();
    long runAt = in.get8();
    Instant deadline = instant(readOptional(in));
    Duration timeout = duration(readOptional(in));
    Priority priority = Codes.priority(in.get1());
    String tenant = in.getText();
    String queue = in.getText();
    NewJob.Builder job = NewJob.builder(in.getText()).queue(queue);
    String requestId = in.getOptionalText();
    Fingerprint fingerprint = requestId == null ? null : new Fingerprint(in.get8(), in.get8());
    job.requestId(requestId).correlationId(in.getOptionalText());
    job.traceContext(in.getOptionalText()).tags(readTags(in));
    Duration delay = duration(readOptional(in));
    job.delay(delay == null ? Duration.ZERO : delay).runAt(instant(readOptional(in)));
    job.retry(readRetry(in)).payload(readPayload(in));
    job.priority(priority).deadline(deadline).timeout(timeout);
    return new Birth(new Draft(new JobKey(tenant, id), job.build(), fingerprint), createdAt, runAt);
  }

  static long millis(@Nullable Instant time) {
    return time == null ? NONE : time.toEpochMilli();
  }

  static @Nullable Instant instant(long millis) {
    return millis == NONE ? null : Instant.ofEpochMilli(millis);
  }

  static long millis(@Nullable Duration duration) {
    return duration == null ? NONE : duration.toMillis();
  }

  private static @Nullable Duration duration(long millis) {
    return millis == NONE ? null : Duration.ofMillis(millis);
  }

  /// Most jobs have none of these times: one byte says so.
  private static void writeOptional(ByteWriter out, long millis) {
    out.put1(millis == NONE ? 0 : 1);
    if (millis != NONE) {
      out.put8(millis);
    }
  }

  private static long readOptional(ByteReader in) {
    return in.get1() == 0 ? NONE : in.get8();
  }

  private static void writeRequest(
      ByteWriter out, @Nullable String requestId, @Nullable Fingerprint fingerprint) {
    out.putOptionalText(requestId);
    if (requestId != null) {
      Fingerprint known = fingerprint == null ? new Fingerprint(0, 0) : fingerprint;
      out.put8(known.high()).put8(known.low());
    }
  }

  private static Set<String> readTags(ByteReader in) {
    int count = in.getSmallInt();
    if (count == 0) {
      return Set.of();
    }
    Set<String> tags = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      tags.add(in.getText());
    }
    return tags;
  }

  private static void writeRetry(ByteWriter out, @Nullable RetryPolicy policy) {
    if (policy == null) {
      out.put1(0);
      return;
    }
    out.put1(1).putSmall(policy.maxErrors()).putSmall(policy.maxCrashes());
    out.put8(policy.firstDelay().toMillis()).put8(Double.doubleToLongBits(policy.factor()));
    out.put8(policy.maxDelay().toMillis()).put8(Double.doubleToLongBits(policy.jitter()));
  }

  private static @Nullable RetryPolicy readRetry(ByteReader in) {
    if (in.get1() == 0) {
      return null;
    }
    int maxErrors = in.getSmallInt();
    int maxCrashes = in.getSmallInt();
    Duration first = Duration.ofMillis(in.get8());
    double factor = Double.longBitsToDouble(in.get8());
    Duration max = Duration.ofMillis(in.get8());
    return new RetryPolicy(
        maxErrors, maxCrashes, first, factor, max, Double.longBitsToDouble(in.get8()));
  }

  static void writePayload(ByteWriter out, Payload payload) {
    String blob = payload.blob();
    if (blob == null) {
      out.put1(0).putBytes(payload.bytesWithoutCopy());
    } else {
      out.put1(1).putText(blob).putSmall(payload.size());
    }
  }

  static Payload readPayload(ByteReader in) {
    if (in.get1() == 0) {
      return Payload.wrap(in.getBytes());
    }
    return Payload.claim(in.getText(), in.getSmall());
  }
}
