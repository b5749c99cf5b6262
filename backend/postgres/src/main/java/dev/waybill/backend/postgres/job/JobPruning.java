package dev.waybill.backend.postgres.job;

import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.bytes.JobCodes;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.Pruned;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// Deletes finished jobs, and what belongs to them.
final class JobPruning {

  private static final Logger LOG = System.getLogger(JobPruning.class.getName());
  private static final List<State> ENDS =
      List.of(State.COMPLETED, State.FAILED, State.CANCELLED, State.DEAD);
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final long DAYS_AHEAD = 7;
  private static final long PARTITIONS_EVERY = TimeUnit.MINUTES.toNanos(10);

  private static final String OLD =
      JobColumns.FINISHED
          + " where f.state = ? and f.updated < ? order by f.updated limit ? for update skip locked";

  private static final String GO =
      "with d as (delete from {finished} where id = any(?) returning id, tenant), e as (delete from"
          + " {event} where job = any(?)), j as (delete from {event_job} where job = any(?)) insert"
          + " into {gone} select nextval('{number}'), id, tenant, ? from d";

  private static final String FORGET_REQUESTS =
      "delete from {request} q using unnest(?::text[], ?::text[], ?::uuid[]) as u (t, i, d) where"
          + " q.tenant = u.t and q.request_id = u.i and q.id = u.d";

  private static final String KEEP_REQUESTS =
      "update {request} q set state = u.s, until = u.e from unnest(?::text[], ?::text[], ?::uuid[],"
          + " ?::int2[], ?::int8[]) as u (t, i, d, s, e) where q.tenant = u.t and q.request_id = u.i"
          + " and q.id = u.d";

  private static final String OLD_REQUESTS =
      "delete from {request} where ctid = any(array(select ctid from {request} where until <= ?"
          + " limit ?))";

  private static final String OLD_EVENTS =
      "with j as (delete from {event_job} where job = any(array(select job from {event_job} where"
          + " ended < ? order by ended limit ?)) returning job) delete from {event} using j where"
          + " event.job = j.job";

  private static final String OLD_GONE =
      "with d as (delete from {gone} where change = any(array(select change from {gone} where at <"
          + " ? order by change limit ?)) returning change) update {feed} set dropped ="
          + " greatest(dropped, (select max(change) from d)) where exists (select from d)";

  private final Database database;
  private volatile long partitioned;

  JobPruning(Database database) {
    this.database = database;
  }

  Deleted delete(JobKey key) {
    return database.writeJobs(
        "delete a job",
        write -> {
          LockedJobs jobs = LockedJobs.read(write, List.of(JobRow.uuid(key.id())));
          JobRow row = jobs.find(key);
          if (row == null) {
            return new Deleted.Missing();
          }
          if (!row.record().state().isTerminal()) {
            return new Deleted.NotEnded();
          }
          go(write, List.of(row), null);
          return new Deleted.Done(row.record().asOf(write.time()));
        });
  }

  List<Pruned> prune(Retention retention, int max) {
    database.write("delete events and requests", write -> forget(write, retention, max));
    List<Pruned> pruned = new ArrayList<>();
    for (State end : ENDS) {
      if (pruned.size() < max) {
        pruned.addAll(prune(retention, end, max - pruned.size()));
      }
    }
    if (System.nanoTime() - partitioned > PARTITIONS_EVERY) {
      prepareDays();
    }
    return pruned;
  }

  private List<Pruned> prune(Retention retention, State end, int max) {
    return database.writeJobs(
        "prune jobs",
        write -> {
          List<JobRow> old =
              write
                  .query(OLD)
                  .number(JobCodes.of(end))
                  .number(write.time().minus(retention.of(end)).toEpochMilli())
                  .number(max)
                  .list(JobColumns::read);
          go(write, old, retention.requestIds());
          return old.stream().map(row -> Pruned.of(row.record().asOf(write.time()))).toList();
        });
  }

  private static boolean forget(Write write, Retention retention, int max) throws SQLException {
    write
        .query(OLD_EVENTS)
        .number(write.time().minus(retention.events()).toEpochMilli())
        .number(max)
        .run();
    write.query(OLD_REQUESTS).number(write.now()).number(max).run();
    write
        .query(OLD_GONE)
        .number(write.time().minus(JobChanges.DELETIONS_KEPT).toEpochMilli())
        .number(max)
        .run();
    return true;
  }

  /// @param requestIds how long request IDs are kept after the creation of their jobs; null not to
  ///     keep them
  private static void go(
      Write write, List<JobRow> rows, @org.jspecify.annotations.Nullable Duration requestIds)
      throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    List<UUID> ids = rows.stream().map(JobRow::uuid).toList();
    write.query(GO).ids(ids).ids(ids).ids(ids).number(write.now()).run();
    Columns forgotten = new Columns("text", "text", "uuid");
    Columns kept = new Columns("text", "text", "uuid", "int2", "int8");
    for (JobRow row : rows) {
      Job job = row.record().asOf(write.time());
      long until = requestIds == null ? 0 : job.createdAt().toEpochMilli() + requestIds.toMillis();
      Optional.ofNullable(job.request().requestId())
          .ifPresent(
              id -> {
                if (until > write.now()) {
                  kept.add(job.tenant(), id, row.uuid(), (short) JobCodes.of(job.state()), until);
                } else {
                  forgotten.add(job.tenant(), id, row.uuid());
                }
              });
    }
    if (!forgotten.isEmpty()) {
      write.query(FORGET_REQUESTS).columns(forgotten).run();
    }
    if (!kept.isEmpty()) {
      write.query(KEEP_REQUESTS).columns(kept).run();
    }
  }

  /// Creates the partitions of the next days, and drops empty ones of days that are over. Without
  /// them, jobs finish in the default partition, so a failure is only logged.
  void prepareDays() {
    partitioned = System.nanoTime();
    try {
      database.write(
          "create partitions",
          write ->
              write
                  .query("select {prepare_days}(?, ?)")
                  .number(write.now())
                  .number(write.now() + DAYS_AHEAD * DAY)
                  .single());
      database.write(
          "drop partitions",
          write -> write.query("select {drop_days}(?)").number(write.now() - DAY).single());
    } catch (WaybillException failure) {
      LOG.log(Level.WARNING, "partitions will be prepared later: {0}", failure.getMessage());
    }
  }
}
