package dev.waybill.backend.support;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.WaybillException;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.record.DraftBytes;
import dev.waybill.record.LanePosition;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Encodes records: the format, key and version, then the latest stamps, then the job.
public final class RecordCodec {

  static final int FORMAT = 4 + DraftBytes.VERSION;

  private RecordCodec() {}

  public static byte[] write(JobRecord record) {
    long payload = record.job().draft().job().payload().size();
    ByteWriter out = new ByteWriter(256 + (int) Math.min(payload, 70_000));
    writeKey(out, record.key(), record.version());
    out.putSmall(record.stamps().size());
    record.stamps().forEach(out::put8);
    out.put8(record.born()).put1(record.hasEvents() ? 1 : 0);
    writeJob(out, record.job());
    return out.copy();
  }

  /// The mark of a deleted job, for servers and readers that follow the table: a record without
  /// stamps.
  static byte[] writeMark(JobKey key, long version) {
    ByteWriter out = new ByteWriter(128);
    writeKey(out, key, version);
    out.putSmall(0);
    return out.copy();
  }

  static boolean isMark(byte[] bytes) {
    return stamps(bytes).isEmpty();
  }

  static JobKey key(byte[] bytes) {
    return reading(bytes, RecordCodec::readKey);
  }

  /// The number of writes.
  static long version(byte[] bytes) {
    return reading(
        bytes,
        in -> {
          readKey(in);
          return in.get8();
        });
  }

  /// The stamps of the latest writes; empty in a deletion mark.
  static List<Long> stamps(byte[] bytes) {
    return reading(
        bytes,
        in -> {
          readKey(in);
          in.get8();
          return readStamps(in);
        });
  }

  public static JobRecord read(byte[] bytes) {
    return reading(bytes, RecordCodec::readRecord);
  }

  private static <T> T reading(byte[] bytes, Function<ByteReader, T> reader) {
    try {
      return reader.apply(new ByteReader(bytes));
    } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
      throw new WaybillException(Code.CORRUPT, "a job record is unreadable", malformed);
    }
  }

  private static void writeKey(ByteWriter out, JobKey key, long version) {
    out.put1(FORMAT);
    JobBytes.writeId(out, key.id());
    out.putText(key.tenant()).put8(version);
  }

  private static JobKey readKey(ByteReader in) {
    requireFormat("a job record", in.get1(), FORMAT);
    JobId id = JobBytes.readId(in);
    return new JobKey(in.getText(), id);
  }

  static void requireFormat(String what, int format, int known) {
    if (format != known) {
      String difference = what + " has format " + format + "; this version supports " + known;
      throw format > known
          ? new WaybillException(
              Code.NEWER_FORMAT, difference + ". Use the version that wrote it, or a newer one.")
          : new WaybillException(
              Code.OLDER_FORMAT,
              difference
                  + ". Let the version that wrote it finish its jobs, or use an empty store.");
    }
  }

  private static JobRecord readRecord(ByteReader in) {
    JobKey key = readKey(in);
    long version = in.get8();
    List<Long> stamps = readStamps(in);
    long born = in.get8();
    boolean hasEvents = in.get1() != 0;
    return new JobRecord(readJob(in, key), version, born, hasEvents, stamps);
  }

  private static List<Long> readStamps(ByteReader in) {
    List<Long> stamps = new ArrayList<>();
    for (int left = in.getSmallInt(); left > 0; left--) {
      stamps.add(in.get8());
    }
    return stamps;
  }

  private static void writeJob(ByteWriter out, StoredJob job) {
    out.put8(job.createdAt().toEpochMilli());
    out.put8(job.position().ready()).put8(job.position().arrival());
    JobBytes.writeProgress(out, job.progress());
    DraftBytes.write(out, job.draft());
    out.putSmall(job.attempts().size());
    job.attempts().forEach(attempt -> JobBytes.writeAttempt(out, attempt));
  }

  private static StoredJob readJob(ByteReader in, JobKey key) {
    Instant createdAt = Instant.ofEpochMilli(in.get8());
    LanePosition position = new LanePosition(in.get8(), in.get8());
    Job.Progress progress = JobBytes.readProgress(in);
    Draft draft = DraftBytes.read(in, key);
    List<Attempt> attempts = new ArrayList<>();
    for (int left = in.getSmallInt(); left > 0; left--) {
      attempts.add(JobBytes.readAttempt(in));
    }
    return new StoredJob(draft, createdAt, progress, position, attempts);
  }
}
