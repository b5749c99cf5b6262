package dev.waybill.bytes;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The parts of a job as bytes, in stored and transmitted data. Times have a precision of
/// milliseconds.
public final class JobBytes {

  /// The value of an absent time or duration.
  public static final long ABSENT = Long.MIN_VALUE;

  private JobBytes() {}

  public static void writeId(ByteWriter out, JobId id) {
    out.put8(id.high()).put8(id.low());
  }

  public static JobId readId(ByteReader in) {
    return new JobId(in.get8(), in.get8());
  }

  /// Most times are absent, which takes one byte.
  public static void writeMillis(ByteWriter out, long millis) {
    out.put1(millis == ABSENT ? 0 : 1);
    if (millis != ABSENT) {
      out.put8(millis);
    }
  }

  public static long readMillis(ByteReader in) {
    return in.get1() == 0 ? ABSENT : in.get8();
  }

  public static void writeTime(ByteWriter out, @Nullable Instant time) {
    writeMillis(out, millis(time));
  }

  public static @Nullable Instant readTime(ByteReader in) {
    return instant(readMillis(in));
  }

  public static void writeDuration(ByteWriter out, @Nullable Duration duration) {
    writeMillis(out, millis(duration));
  }

  public static @Nullable Duration readDuration(ByteReader in) {
    return duration(readMillis(in));
  }

  public static long millis(@Nullable Instant time) {
    return time == null ? ABSENT : time.toEpochMilli();
  }

  public static long millis(@Nullable Duration duration) {
    return duration == null ? ABSENT : duration.toMillis();
  }

  public static @Nullable Instant instant(long millis) {
    return millis == ABSENT ? null : Instant.ofEpochMilli(millis);
  }

  public static @Nullable Duration duration(long millis) {
    return millis == ABSENT ? null : Duration.ofMillis(millis);
  }

  public static void writePayload(ByteWriter out, Payload payload) {
    String blob = payload.blob();
    if (blob == null) {
      out.put1(0).putBytes(payload.bytesWithoutCopy());
    } else {
      out.put1(1).putText(blob).putSmall(payload.size());
    }
  }

  public static Payload readPayload(ByteReader in) {
    return in.get1() == 0
        ? Payload.wrap(in.getBytes())
        : Payload.claim(in.getText(), in.getSmall());
  }

  public static void writeFailure(ByteWriter out, Failure failure) {
    out.putText(failure.errorClass()).putText(failure.message()).putText(failure.stack());
  }

  public static Failure readFailure(ByteReader in) {
    return new Failure(in.getText(), in.getText(), in.getText());
  }

  public static void writeTags(ByteWriter out, Set<String> tags) {
    out.putSmall(tags.size());
    tags.forEach(out::putText);
  }

  public static Set<String> readTags(ByteReader in) {
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

  public static void writeRetry(ByteWriter out, @Nullable RetryPolicy policy) {
    if (policy == null) {
      out.put1(0);
      return;
    }
    out.put1(1).putSmall(policy.maxErrors()).putSmall(policy.maxCrashes());
    out.put8(policy.firstDelay().toMillis()).put8(Double.doubleToLongBits(policy.factor()));
    out.put8(policy.maxDelay().toMillis()).put8(Double.doubleToLongBits(policy.jitter()));
  }

  public static @Nullable RetryPolicy readRetry(ByteReader in) {
    if (in.get1() == 0) {
      return null;
    }
    return new RetryPolicy(
        in.getSmallInt(),
        in.getSmallInt(),
        Duration.ofMillis(in.get8()),
        Double.longBitsToDouble(in.get8()),
        Duration.ofMillis(in.get8()),
        Double.longBitsToDouble(in.get8()));
  }

  public static void writeAttempt(ByteWriter out, Attempt attempt) {
    Attempt.Ending ending = attempt.ending();
    out.putSmall(attempt.number()).putText(attempt.worker());
    out.put8(attempt.startedAt().toEpochMilli());
    writeTime(out, attempt.endedAt());
    out.putSmall(ending == null ? 0 : JobCodes.of(ending) + 1);
    writeOptionalFailure(out, attempt.failure());
  }

  public static Attempt readAttempt(ByteReader in) {
    int number = in.getSmallInt();
    String worker = in.getText();
    Instant startedAt = Instant.ofEpochMilli(in.get8());
    Instant endedAt = readTime(in);
    int ending = in.getSmallInt();
    return new Attempt(
        number,
        worker,
        startedAt,
        endedAt,
        ending == 0 ? null : JobCodes.ending(ending - 1),
        readOptionalFailure(in));
  }

  public static void writeProgress(ByteWriter out, Job.Progress progress) {
    out.put1(JobCodes.of(progress.state())).putSmall(progress.attempt());
    out.putSmall(progress.generation()).putSmall(progress.errors()).putSmall(progress.crashes());
    out.put8(progress.runAt().toEpochMilli()).put8(progress.updatedAt().toEpochMilli());
    out.put1(progress.cancelRequested() ? 1 : 0).putOptionalText(progress.worker());
    writeTime(out, progress.leaseUntil());
    Payload result = progress.result();
    out.put1(result == null ? 0 : 1);
    if (result != null) {
      writePayload(out, result);
    }
    writeOptionalFailure(out, progress.failure());
  }

  public static Job.Progress readProgress(ByteReader in) {
    return Job.Progress.builder()
        .state(JobCodes.state(in.get1()))
        .attempt(in.getSmallInt())
        .generation(in.getSmallInt())
        .errors(in.getSmallInt())
        .crashes(in.getSmallInt())
        .runAt(Instant.ofEpochMilli(in.get8()))
        .updatedAt(Instant.ofEpochMilli(in.get8()))
        .cancelRequested(in.get1() != 0)
        .worker(in.getOptionalText())
        .leaseUntil(readTime(in))
        .result(in.get1() == 0 ? null : readPayload(in))
        .failure(readOptionalFailure(in))
        .build();
  }

  private static void writeOptionalFailure(ByteWriter out, @Nullable Failure failure) {
    out.put1(failure == null ? 0 : 1);
    if (failure != null) {
      writeFailure(out, failure);
    }
  }

  private static @Nullable Failure readOptionalFailure(ByteReader in) {
    return in.get1() == 0 ? null : readFailure(in);
  }
}
