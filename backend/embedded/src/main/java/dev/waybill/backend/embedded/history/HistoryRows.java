package dev.waybill.backend.embedded.history;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.backend.embedded.live.JobCodec;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.JobBytes;
import dev.waybill.bytes.JobCodes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Converts rows of the history to jobs.
final class HistoryRows {

  static final String COLUMNS =
      "j.state, j.updated, j.run_at, j.attempt, j.generation, j.errors, j.crashes, j.cancel,"
          + " j.worker, j.lease_until, j.sum, j.id, j.result, j.failure, j.body, j.n";
  static final int NUMBER = 16;

  private static final RowChecksum BODY = new RowChecksum("body");
  private static final RowChecksum RESULT = new RowChecksum("result");
  private static final RowChecksum FAILURE = new RowChecksum("failure");

  private HistoryRows() {}

  static Job job(ResultSet row, long now) throws SQLException {
    byte[] id = id(row.getBytes(12));
    JobCodec.Birth birth = JobCodec.read(new ByteReader(body(id, row.getBytes(15))));
    return new Job(
        birth.draft().key().id(),
        birth.draft().key().tenant(),
        Instant.ofEpochMilli(birth.createdAt()),
        birth.draft().job(),
        progress(row, id, now));
  }

  /// The mutable columns, if they are intact.
  static ChangingColumns moving(ResultSet row) throws SQLException {
    ChangingColumns moving = ChangingColumns.read(row);
    if (!moving.intact()) {
      throw RowChecksum.corrupt("sum", owner(id(row.getBytes(12))));
    }
    return moving;
  }

  private static Job.Progress progress(ResultSet row, byte[] id, long now) throws SQLException {
    ChangingColumns moving = moving(row);
    State state = JobCodes.state(moving.state());
    boolean running = state == State.RUNNING;
    return Job.Progress.builder()
        .state(state)
        .attempt(moving.attempt())
        .generation(moving.generation())
        .errors(moving.errors())
        .crashes(moving.crashes())
        .runAt(Instant.ofEpochMilli(moving.runAt()))
        .updatedAt(Instant.ofEpochMilli(moving.updated()))
        .cancelRequested(moving.cancel())
        .worker(running ? moving.worker() : null)
        .leaseUntil(running ? Instant.ofEpochMilli(moving.leaseUntil()) : null)
        .result(payload(id, row.getBytes(13)))
        .failure(failure(id, row.getBytes(14)))
        .build()
        .asOf(Instant.ofEpochMilli(now));
  }

  static byte[] id(byte @Nullable [] id) {
    if (id == null || id.length != 16) {
      throw RowChecksum.corrupt("id", "a job");
    }
    return id;
  }

  static byte[] body(byte[] id, byte @Nullable [] sealed) {
    return BODY.open(id, sealed, owner(id));
  }

  private static @Nullable Payload payload(byte[] id, byte @Nullable [] sealed) {
    byte[] bytes = RESULT.openOptional(id, sealed, owner(id));
    return bytes == null ? null : JobBytes.readPayload(new ByteReader(bytes));
  }

  static @Nullable Failure failure(byte[] id, byte @Nullable [] sealed) {
    byte[] bytes = FAILURE.openOptional(id, sealed, owner(id));
    return bytes == null ? null : JobBytes.readFailure(new ByteReader(bytes));
  }

  static byte @Nullable [] attempts(byte[] id, byte @Nullable [] sealed) {
    return HistoryWriter.ATTEMPTS.openOptional(id, sealed, owner(id));
  }

  private static String owner(byte[] id) {
    return "job " + JobBytes.readId(new ByteReader(id));
  }
}
