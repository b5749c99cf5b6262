package dev.waybill.backend.redis;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.WaybillException;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.bytes.JobCodes;
import dev.waybill.record.DraftBytes;
import dev.waybill.spi.JobKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads what functions answer about jobs: lists of ref, state, draft, result and failure.
final class RedisRows {

  private static final int ID_BYTES = 16;
  private static final int NO_ENDING = 255;

  private RedisRows() {}

  /// The name of a job on the server: its ID and its tenant.
  static byte[] ref(JobKey key) {
    ByteWriter out = new ByteWriter(64);
    JobBytes.writeId(out, key.id());
    return out.putRaw(Call.bytes(key.tenant())).copy();
  }

  static JobKey key(byte[] ref) {
    JobId id = JobBytes.readId(new ByteReader(ref));
    return new JobKey(new String(ref, ID_BYTES, ref.length - ID_BYTES, StandardCharsets.UTF_8), id);
  }

  static Instant time(Object answer) {
    return Instant.ofEpochMilli(number(answer));
  }

  /// Functions answer large numbers as text; Lua may write them with an exponent.
  static long number(Object answer) {
    return (long) Double.parseDouble(text(answer));
  }

  static String text(Object answer) {
    return ServerState.text((byte[]) answer);
  }

  @SuppressWarnings("unchecked")
  static List<Object> list(Object answer) {
    return (List<Object>) answer;
  }

  /// The jobs of an answer that begins with the time.
  static List<Job> jobs(List<Object> answer) {
    Instant now = time(answer.get(0));
    return list(answer.get(1)).stream().map(row -> job(list(row), now)).toList();
  }

  static Job job(List<Object> row, Instant now) {
    byte[] ref = (byte[]) row.get(0);
    try {
      JobKey key = key(ref);
      NewJob draft = DraftBytes.read(new ByteReader((byte[]) row.get(2)), key).job();
      ByteReader state = new ByteReader((byte[]) row.get(1));
      Job.Progress.Builder progress = Job.Progress.builder();
      Instant createdAt = readState(state, progress);
      byte[] result = (byte[]) row.get(3);
      progress.result(result == null ? null : JobBytes.readPayload(new ByteReader(result)));
      progress.failure(failure((byte[]) row.get(4)));
      return new Job(key.id(), key.tenant(), createdAt, draft, progress.build().asOf(now));
    } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
      throw new WaybillException(Code.CORRUPT, "a job in Redis is unreadable", malformed);
    }
  }

  /// The order of fields is that of `HEADER` in `records.lua`. Returns the time of creation.
  private static Instant readState(ByteReader in, Job.Progress.Builder progress) {
    progress.state(JobCodes.state(in.get1()));
    in.get1();
    progress.cancelRequested(in.get1() != 0);
    in.get1();
    progress.attempt(in.get4()).generation(in.get4()).errors(in.get4()).crashes(in.get4());
    Instant createdAt = Instant.ofEpochMilli(in.get8());
    progress.runAt(Instant.ofEpochMilli(in.get8())).updatedAt(Instant.ofEpochMilli(in.get8()));
    long leaseUntil = in.get8();
    progress.leaseUntil(leaseUntil == 0 ? null : Instant.ofEpochMilli(leaseUntil));
    in.skip(7 * Long.BYTES);
    shortText(in);
    String worker = shortText(in);
    progress.worker(worker.isEmpty() ? null : worker);
    return createdAt;
  }

  static Attempt attempt(List<Object> row) {
    ByteReader in = new ByteReader((byte[]) row.get(1));
    Instant startedAt = Instant.ofEpochMilli(in.get8());
    long endedAt = in.get8();
    int ending = in.get1() & 0xff;
    String worker = shortText(in);
    boolean runs = ending == NO_ENDING;
    return new Attempt(
        (int) number(row.get(0)),
        worker,
        startedAt,
        runs ? null : Instant.ofEpochMilli(endedAt),
        runs ? null : JobCodes.ending(ending),
        in.hasMore() ? JobBytes.readFailure(in) : null);
  }

  private static @Nullable Failure failure(byte @Nullable [] bytes) {
    return bytes == null ? null : JobBytes.readFailure(new ByteReader(bytes));
  }

  private static String shortText(ByteReader in) {
    int length = ((in.get1() & 0xff) << 8) | (in.get1() & 0xff);
    return new String(in.getRaw(length), StandardCharsets.UTF_8);
  }
}
