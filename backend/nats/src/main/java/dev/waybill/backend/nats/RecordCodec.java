package dev.waybill.backend.nats;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.record.Place;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.Draft;
import dev.waybill.spi.Draft.Fingerprint;
import dev.waybill.spi.JobKey;
import java.nio.BufferUnderflowException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Records as bytes. The first byte is the version of the format; names of states, endings and
/// priorities stand as they are spelled. The flag before the place once said that a job was put to
/// the front of its lane; it is written as false and not read.
final class RecordCodec {

  private static final int VERSION = 2;

  private RecordCodec() {}

  static byte[] write(JobRecord job) {
    ByteSink out =
        new ByteSink(256 + (int) Math.min(job.job().draft().job().payload().size(), 70_000));
    writeKey(out, job.key(), job.version());
    out.small(job.stamps().size());
    job.stamps().forEach(out::number);
    out.number(job.born()).time(job.job().createdAt());
    out.flag(job.hasEvents());
    out.flag(false).number(job.job().place().ready()).number(job.job().place().arrival());
    writeProgress(out, job.job().progress());
    writeAsked(out, job.job().draft());
    out.small(job.job().attempts().size());
    job.job().attempts().forEach(attempt -> writeAttempt(out, attempt));
    return out.toBytes();
  }

  /// What is left of a job that was pruned: its name and version, for those who follow.
  static byte[] write(JobKey key, long version) {
    ByteSink out = new ByteSink(128);
    writeKey(out, key, version);
    return out.toBytes();
  }

  static JobKey key(byte[] bytes) {
    return reading(bytes, RecordCodec::readKey);
  }

  /// How often it was written.
  static long version(byte[] bytes) {
    return reading(
        bytes,
        in -> {
          readKey(in);
          return in.number();
        });
  }

  /// The stamps of the latest writings; none in what is left of a job that was pruned.
  static List<Long> stamps(byte[] bytes) {
    return reading(
        bytes,
        in -> {
          readKey(in);
          in.number();
          return in.hasMore() ? readStamps(in) : List.of();
        });
  }

  static JobRecord read(byte[] bytes) {
    return reading(bytes, RecordCodec::readRecord);
  }

  private static <T> T reading(byte[] bytes, java.util.function.Function<ByteSource, T> reader) {
    try {
      return reader.apply(new ByteSource(bytes));
    } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException odd) {
      throw new WaybillException(Code.CORRUPT, "a record of a job cannot be read", odd);
    }
  }

  private static void writeKey(ByteSink out, JobKey key, long version) {
    out.raw(VERSION).number(key.id().high()).number(key.id().low()).text(key.tenant());
    out.number(version);
  }

  private static JobKey readKey(ByteSource in) {
    int format = in.raw();
    if (format != VERSION) {
      throw new WaybillException(
          Code.NEWER_FORMAT, "a record has format " + format + ", known is " + VERSION);
    }
    JobId id = new JobId(in.number(), in.number());
    return new JobKey(in.text(), id);
  }

  private static JobRecord readRecord(ByteSource in) {
    JobKey key = readKey(in);
    long version = in.number();
    List<Long> stamps = readStamps(in);
    long born = in.number();
    Instant createdAt = in.time();
    boolean hasEvents = in.flag();
    in.flag();
    Place place = new Place(in.number(), in.number());
    Job.Progress progress = readProgress(in);
    Draft draft = readAsked(in, key);
    List<Attempt> attempts = new ArrayList<>();
    for (int left = in.smallInt(); left > 0; left--) {
      attempts.add(readAttempt(in));
    }
    StoredJob job = new StoredJob(draft, createdAt, progress, place, attempts);
    return new JobRecord(job, version, born, hasEvents, stamps);
  }

  private static List<Long> readStamps(ByteSource in) {
    List<Long> stamps = new ArrayList<>();
    for (int left = in.smallInt(); left > 0; left--) {
      stamps.add(in.number());
    }
    return stamps;
  }

  private static void writeProgress(ByteSink out, Job.Progress of) {
    out.text(of.state().name()).small(of.attempt()).small(of.generation());
    out.small(of.errors()).small(of.crashes());
    out.time(of.runAt()).time(of.updatedAt()).flag(of.cancelRequested());
    out.optionalText(of.worker()).time(of.leaseUntil());
    out.optionalPayload(of.result());
    writeFailure(out, of.failure());
  }

  private static Job.Progress readProgress(ByteSource in) {
    return new Job.Progress(
        State.valueOf(in.text()),
        in.smallInt(),
        in.smallInt(),
        in.smallInt(),
        in.smallInt(),
        in.time(),
        in.time(),
        in.flag(),
        in.optionalText(),
        in.optionalTime(),
        in.optionalPayload(),
        readFailure(in));
  }

  private static void writeAsked(ByteSink out, Draft draft) {
    NewJob job = draft.job();
    out.text(job.queue()).text(job.type()).payload(job.payload()).text(job.priority().name());
    out.optionalText(job.requestId());
    out.optionalText(job.correlationId());
    out.optionalText(job.traceContext());
    out.small(job.tags().size());
    job.tags().forEach(out::text);
    out.duration(job.delay()).time(job.runAt()).time(job.deadline()).duration(job.timeout());
    writeRetry(out, job.retry());
    Fingerprint print = draft.fingerprint();
    out.flag(print != null);
    if (print != null) {
      out.number(print.high()).number(print.low());
    }
  }

  private static Draft readAsked(ByteSource in, JobKey key) {
    NewJob job =
        new NewJob(
            in.text(),
            in.text(),
            in.payload(),
            Priority.valueOf(in.text()),
            in.optionalText(),
            in.optionalText(),
            in.optionalText(),
            readTags(in),
            in.duration(),
            in.optionalTime(),
            in.optionalTime(),
            in.optionalDuration(),
            readRetry(in));
    return new Draft(key, job, in.flag() ? new Fingerprint(in.number(), in.number()) : null);
  }

  private static Set<String> readTags(ByteSource in) {
    Set<String> tags = new TreeSet<>();
    for (int left = in.smallInt(); left > 0; left--) {
      tags.add(in.text());
    }
    return tags;
  }

  private static void writeRetry(ByteSink out, @Nullable RetryPolicy policy) {
    out.flag(policy != null);
    if (policy != null) {
      out.small(policy.maxErrors()).small(policy.maxCrashes()).duration(policy.firstDelay());
      out.number(Double.doubleToLongBits(policy.factor())).duration(policy.maxDelay());
      out.number(Double.doubleToLongBits(policy.jitter()));
    }
  }

  private static @Nullable RetryPolicy readRetry(ByteSource in) {
    if (!in.flag()) {
      return null;
    }
    return new RetryPolicy(
        in.smallInt(),
        in.smallInt(),
        in.duration(),
        Double.longBitsToDouble(in.number()),
        in.duration(),
        Double.longBitsToDouble(in.number()));
  }

  private static void writeAttempt(ByteSink out, Attempt attempt) {
    Attempt.Ending ending = attempt.ending();
    out.small(attempt.number()).text(attempt.worker()).time(attempt.startedAt());
    out.time(attempt.endedAt()).optionalText(ending == null ? null : ending.name());
    writeFailure(out, attempt.failure());
  }

  private static Attempt readAttempt(ByteSource in) {
    int number = in.smallInt();
    String worker = in.text();
    Instant startedAt = in.time();
    Instant endedAt = in.optionalTime();
    String ending = in.optionalText();
    return new Attempt(
        number,
        worker,
        startedAt,
        endedAt,
        ending == null ? null : Attempt.Ending.valueOf(ending),
        readFailure(in));
  }

  private static void writeFailure(ByteSink out, @Nullable Failure failure) {
    out.flag(failure != null);
    if (failure != null) {
      out.text(failure.errorClass()).text(failure.message()).text(failure.stack());
    }
  }

  private static @Nullable Failure readFailure(ByteSource in) {
    return in.flag() ? new Failure(in.text(), in.text(), in.text()) : null;
  }
}
