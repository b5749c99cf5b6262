package dev.waybill.backend.embedded.history;

import dev.waybill.State;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobCodes;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// The mutable columns of a job in the history, and their checksum.
record ChangingColumns(
    int state,
    long updated,
    long runAt,
    int attempt,
    int generation,
    int errors,
    int crashes,
    boolean cancel,
    @Nullable String worker,
    long leaseUntil,
    boolean intact) {

  static final String COLUMNS =
      "state, updated, run_at, attempt, generation, errors, crashes, cancel, worker, lease_until";

  /// The columns of [#COLUMNS] come first, then `sum`, then `id`.
  static ChangingColumns read(ResultSet row) throws SQLException {
    ChangingColumns read =
        new ChangingColumns(
            row.getInt(1),
            row.getLong(2),
            row.getLong(3),
            row.getInt(4),
            row.getInt(5),
            row.getInt(6),
            row.getInt(7),
            row.getBoolean(8),
            row.getString(9),
            row.getLong(10),
            true);
    byte[] id = row.getBytes(12);
    return id != null && row.getLong(11) == read.sum(id) ? read : read.damaged();
  }

  static ChangingColumns of(PendingJob job) {
    boolean running = job.state == State.RUNNING;
    return new ChangingColumns(
        JobCodes.of(job.state),
        job.updated,
        job.runAt,
        job.attempt,
        job.generation,
        job.errors,
        job.crashes,
        job.cancel,
        running ? job.worker : null,
        running ? job.leaseUntil : 0,
        true);
  }

  /// The columns with the lease of the earlier row. Columns that are derived from damaged ones stay
  /// marked as damaged.
  ChangingColumns heldAsIn(ChangingColumns before) {
    return held(before.worker, before.leaseUntil, before.intact);
  }

  ChangingColumns extended(long until) {
    return held(worker, until, intact);
  }

  ChangingColumns leased(PendingJob job) {
    return new ChangingColumns(
        JobCodes.of(State.RUNNING),
        job.updated,
        runAt,
        attempt,
        generation,
        errors,
        crashes,
        cancel,
        job.worker,
        job.leaseUntil,
        intact);
  }

  private ChangingColumns damaged() {
    return held(worker, leaseUntil, false);
  }

  private ChangingColumns held(@Nullable String by, long until, boolean stillIntact) {
    return new ChangingColumns(
        state,
        updated,
        runAt,
        attempt,
        generation,
        errors,
        crashes,
        cancel,
        by,
        until,
        stillIntact);
  }

  /// Sets parameters 1 to 11 to the columns and their checksum.
  void bind(PreparedStatement statement, byte[] id) throws SQLException {
    statement.setInt(1, state);
    statement.setLong(2, updated);
    statement.setLong(3, runAt);
    statement.setInt(4, attempt);
    statement.setInt(5, generation);
    statement.setInt(6, errors);
    statement.setInt(7, crashes);
    statement.setBoolean(8, cancel);
    statement.setString(9, worker);
    statement.setLong(10, leaseUntil);
    statement.setLong(11, intact ? sum(id) : ~sum(id));
  }

  private long sum(byte[] id) {
    ByteWriter all = new ByteWriter(128);
    all.putRaw(id).put4(state).put8(updated).put8(runAt).put4(attempt).put4(generation);
    all.put4(errors).put4(crashes).put1(cancel ? 1 : 0).put8(leaseUntil);
    all.putRaw(worker == null ? new byte[0] : worker.getBytes(StandardCharsets.UTF_8));
    CRC32C crc = new CRC32C();
    crc.update(all.array(), 0, all.size());
    return crc.getValue();
  }
}
