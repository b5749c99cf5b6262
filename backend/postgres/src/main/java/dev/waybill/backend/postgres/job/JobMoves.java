package dev.waybill.backend.postgres.job;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.State;
import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.bytes.JobCodes;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.Step;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/// Changes of different jobs, which are written together: out of the tables of their old states,
/// and into those of the new ones. If a job was leased or its lease extended since it was read, the
/// transaction starts over.
final class JobMoves {

  /// The SQLSTATE of a transaction that must start over.
  private static final String CONFLICT = "40001";

  private static final String LEAVE_LANE =
      "delete from {ready} q using unnest(?::int4[], ?::int2[], ?::int8[], ?::int8[]) as u (q, l, r,"
          + " a) where q.queue = u.q and q.lane = u.l and q.returned = any('{true,false}'::bool[])"
          + " and q.ready = u.r and q.arrival = u.a";

  private static final String ENTER_LANE =
      "insert into {ready} select * from unnest(?::int4[], ?::int2[], ?::bool[], ?::int8[],"
          + " ?::int8[], ?::uuid[], ?::int8[], ?::int8[])";

  private static final String END_LEASE =
      "delete from {running} r using unnest(?::uuid[], ?::int4[], ?::int8[]) as u (i, a, t) where"
          + " r.id = u.i and r.attempt = u.a and r.until = u.t";

  private static final String CHANGE_LEASE =
      "update {running} r set cancel = u.c, updated = u.w from unnest(?::uuid[], ?::int4[],"
          + " ?::int8[], ?::bool[], ?::int8[]) as u (i, a, t, c, w) where r.id = u.i and r.attempt ="
          + " u.a and r.until = u.t";

  private static final String WAIT_AGAIN =
      "update {live} l set change = u.change, updated = u.updated, run_at = u.run_at, attempt ="
          + " u.attempt, generation = u.generation, errors = u.errors, crashes = u.crashes, ready ="
          + " u.ready, arrival = u.arrival, failure = u.failure, attempts = u.attempts from "
          + JobColumns.unnest()
          + " as u ("
          + JobColumns.LIST
          + ") where l.id = u.id";

  private static final String TOUCH =
      "update {live} l set change = u.c from unnest(?::uuid[], ?::int8[]) as u (i, c) where l.id ="
          + " u.i";

  private static final String LEAVE_LIVE = "delete from {live} where id = any(?)";

  private static final String LIVE_AGAIN =
      "insert into {live} ("
          + JobColumns.LIST
          + ") select "
          + JobColumns.FROM_ARRAYS
          + " from "
          + JobColumns.unnest()
          + " as u ("
          + JobColumns.LIST
          + ")";

  private static final String FINISH =
      "insert into {finished} ("
          + JobColumns.LIST
          + ", state, cancel, result) select "
          + JobColumns.FROM_ARRAYS
          + ", u.state, u.cancel, u.result from "
          + JobColumns.unnest("int2", "bool", "bytea")
          + " as u ("
          + JobColumns.LIST
          + ", state, cancel, result)";

  private static final String LEAVE_FINISHED = "delete from {finished} where id = any(?)";
  private static final String EVENTS_END = "update {event_job} set ended = ? where job = any(?)";
  private static final String EVENTS_AGAIN =
      "update {event_job} set ended = null where job = any(?)";

  private final Write write;
  private final Columns leaveLane = new Columns("int4", "int2", "int8", "int8");
  private final Columns enterLane =
      new Columns("int4", "int2", "bool", "int8", "int8", "uuid", "int8", "int8");
  private final Columns endLease = new Columns("uuid", "int4", "int8");
  private final Columns changeLease = new Columns("uuid", "int4", "int8", "bool", "int8");
  private final Columns touch = new Columns("uuid", "int8");
  private final Columns waitAgain = JobColumns.rows();
  private final Columns liveAgain = JobColumns.rows();
  private final Columns finish = JobColumns.rows("int2", "bool", "bytea");
  private final List<UUID> leaveLive = new ArrayList<>();
  private final List<UUID> leaveFinished = new ArrayList<>();

  JobMoves(Write write) {
    this.write = write;
  }

  void move(JobRow before, JobRow after, Step step) {
    if (after.record().state() == State.RUNNING) {
      changeLease(before, after);
      return;
    }
    leave(before, after.record().state());
    Object[] values = JobColumns.values(after, after.record().attempts());
    if (!after.record().state().isWaiting()) {
      finish(after, values);
      return;
    }
    if (before.record().state().isTerminal()) {
      liveAgain.add(values);
    } else {
      waitAgain.add(values);
    }
    enterLane(after, step.front());
  }

  private void leave(JobRow before, State next) {
    StoredJob job = before.record();
    if (job.state().isTerminal()) {
      leaveFinished.add(before.uuid());
      return;
    }
    if (job.state() == State.RUNNING) {
      endLease.add(before.uuid(), job.progress().attempt(), before.until());
    } else {
      leaveLane.add(
          before.queue(),
          lane(job.draft().job()),
          job.position().ready(),
          job.position().arrival());
    }
    if (next.isTerminal()) {
      leaveLive.add(before.uuid());
    }
  }

  private void changeLease(JobRow before, JobRow after) {
    Job.Progress progress = after.record().progress();
    changeLease.add(
        before.uuid(),
        progress.attempt(),
        before.until(),
        progress.cancelRequested(),
        progress.updatedAt().toEpochMilli());
    touch.add(before.uuid(), after.change());
  }

  private void enterLane(JobRow row, boolean returned) {
    StoredJob job = row.record();
    NewJob asked = job.draft().job();
    enterLane.add(
        row.queue(),
        lane(asked),
        returned,
        job.position().ready(),
        job.position().arrival(),
        row.uuid(),
        asked.payload().size(),
        JobColumns.millis(asked.deadline()));
  }

  private void finish(JobRow row, Object[] values) {
    Job.Progress progress = row.record().progress();
    List<Object> all = new ArrayList<>(Arrays.asList(values));
    all.add((short) JobCodes.of(progress.state()));
    all.add(progress.cancelRequested());
    all.add(JobRow.bytes(progress.result()));
    finish.add(all.toArray());
  }

  private static short lane(NewJob job) {
    return (short) JobCodes.of(job.priority());
  }

  void store() throws SQLException {
    guarded(LEAVE_LANE, leaveLane);
    guarded(END_LEASE, endLease);
    guarded(CHANGE_LEASE, changeLease);
    run(TOUCH, touch);
    run(WAIT_AGAIN, waitAgain);
    run(LEAVE_LIVE, leaveLive);
    run(LEAVE_FINISHED, leaveFinished);
    run(LIVE_AGAIN, liveAgain);
    run(FINISH, finish);
    run(ENTER_LANE, enterLane);
    run(EVENTS_AGAIN, leaveFinished);
    if (!leaveLive.isEmpty()) {
      write.query(EVENTS_END).number(write.now()).ids(leaveLive).run();
    }
  }

  private void guarded(String sql, Columns rows) throws SQLException {
    if (!rows.isEmpty() && write.query(sql).columns(rows).run() != rows.size()) {
      throw new SQLException("a job was leased or extended in between", CONFLICT);
    }
  }

  private void run(String sql, Columns rows) throws SQLException {
    if (!rows.isEmpty()) {
      write.query(sql).columns(rows).run();
    }
  }

  private void run(String sql, List<UUID> ids) throws SQLException {
    if (!ids.isEmpty()) {
      write.query(sql).ids(ids).run();
    }
  }
}
