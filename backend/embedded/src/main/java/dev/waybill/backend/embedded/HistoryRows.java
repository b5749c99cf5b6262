package dev.waybill.backend.embedded;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.State;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// From rows of the history back to jobs.
final class HistoryRows {

  static final String COLUMNS =
      "j.state, j.updated, j.run_at, j.attempt, j.generation, j.errors, j.crashes, j.cancel,"
          + " j.worker, j.lease_until, j.result, j.failure, j.body, j.n";
  static final int NUMBER = 14;

  private HistoryRows() {}

  static Job job(ResultSet row, long now) throws SQLException {
    JobCodec.Birth birth = JobCodec.read(new ByteReader(row.getBytes(13)));
    return new Job(
        birth.draft().key().id(),
        birth.draft().key().tenant(),
        Instant.ofEpochMilli(birth.createdAt()),
        birth.draft().job(),
        progress(row, now));
  }

  private static Job.Progress progress(ResultSet row, long now) throws SQLException {
    long runAt = row.getLong(3);
    State state = Codes.state(row.getInt(1));
    long leaseUntil = row.getLong(10);
    boolean running = state == State.RUNNING;
    return new Job.Progress(
        state == State.QUEUED && runAt > now ? State.SCHEDULED : state,
        row.getInt(4),
        row.getInt(5),
        row.getInt(6),
        row.getInt(7),
        Instant.ofEpochMilli(runAt),
        Instant.ofEpochMilli(row.getLong(2)),
        row.getBoolean(8),
        running ? row.getString(9) : null,
        running ? Instant.ofEpochMilli(leaseUntil) : null,
        payload(row.getBytes(11)),
        failure(row.getBytes(12)));
  }

  static @Nullable Payload payload(byte @Nullable [] bytes) {
    return bytes == null ? null : JobCodec.readPayload(new ByteReader(bytes));
  }

  static @Nullable Failure failure(byte @Nullable [] bytes) {
    return bytes == null ? null : Facts.readFailure(new ByteReader(bytes));
  }
}
