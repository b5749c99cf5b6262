package dev.waybill.backend.postgres.job;

import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.SqlQuery;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.bytes.JobCodes;
import dev.waybill.record.LanePosition;
import dev.waybill.record.Picking;
import dev.waybill.record.StoredJob;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/// The lanes of one queue in a transaction that leases jobs.
final class Lanes {

  private static final int COUNT = 3;

  /// The rows of one lane that may be leased, oldest first.
  private static final String READY =
      "from {ready} where queue = ? and lane = ? and %s and ready <= ? and (deadline is null or"
          + " deadline >= ?) order by ready, arrival limit ?";

  private static final String RETURNED = READY.formatted("returned and ready >= ?");
  private static final String FRESH = READY.formatted("not returned and ready >= ?");

  private static final String HEADS =
      "select paused, "
          + head(RETURNED, FRESH)
          + ", "
          + head(RETURNED, FRESH)
          + ", "
          + head(RETURNED, FRESH)
          + " from {queue} where n = ?";

  private static String head(String returned, String fresh) {
    return "least((select ready " + returned + "), (select ready " + fresh + "))";
  }

  private static final String TAKE =
      "with p as (select * from (select ctid as place, ready, arrival, id, size "
          + RETURNED
          + " for update skip locked) a union all select * from (select ctid as place, ready,"
          + " arrival, id, size "
          + FRESH
          + " for update skip locked) b), t as (select *, row_number() over (order by ready,"
          + " arrival) as i, sum(size) over (order by ready, arrival) - size as before from p), k as"
          + " (select * from t where i <= ? and before < ?), d as (delete from {ready} where ctid ="
          + " any(array(select place from k))) select "
          + JobColumns.of("l")
          + ", 1 as state, false as cancel, null::text as worker, 0::int8 as started, 0::int8 as"
          + " until, l.updated as touched, null::bytea as result, (select name from {queue} where n ="
          + " l.queue) as queue_name from k join {live} l on l.id ="
          + " k.id order by k.ready, k.arrival";

  private static final String NEXT =
      "select min(first) from (select (select ready from {ready} where queue = ? and lane = x and"
          + " not returned and ready > ? order by ready, arrival limit 1) as first from"
          + " generate_series(0, 2) as x) y";

  private static final String LEASE =
      "insert into {running} (id, queue, attempt, worker, started, updated, until, times_out)"
          + " select i, ?, a, w, ?, ?, u, t from unnest(?::uuid[], ?::int4[], ?::text[], ?::int8[],"
          + " ?::int8[]) as x (i, a, w, u, t)";

  private static final String GIVE_BACK =
      "insert into {ready} select ?, l, true, r, a, i, s, d from unnest(?::int2[], ?::int8[],"
          + " ?::int8[], ?::uuid[], ?::int8[], ?::int8[]) as x (l, r, a, i, s, d)";

  private final Write write;
  private final int queue;
  private final Floors.Lanes floors;

  Lanes(Write write, int queue, Floors.Lanes floors) {
    this.write = write;
    this.queue = queue;
    this.floors = floors;
  }

  /// The times since which the first jobs of the lanes are ready.
  record Heads(List<Long> since) implements Picking.Heads {

    @Override
    public long readySince(int lane) {
      return since.get(lane);
    }

    /// How many jobs to take from each lane.
    int[] counts(Picking picking, int wanted, long now) {
      int[] counts = new int[COUNT];
      for (int i = 0; i < wanted; i++) {
        int lane = picking.next(this, now);
        if (lane == Picking.NO_LANE) {
          break;
        }
        counts[lane]++;
      }
      return counts;
    }
  }

  Heads heads() throws SQLException {
    SqlQuery query = write.query(HEADS);
    for (int lane = 0; lane < COUNT; lane++) {
      bind(query, lane, 0, 1);
      bind(query, lane, floors.of(lane), 1);
    }
    return query
        .number(queue)
        .first(
            row -> {
              List<Long> since = new ArrayList<>(Collections.nCopies(COUNT, Picking.EMPTY));
              for (int lane = 0; lane < COUNT && !row.getBoolean(1); lane++) {
                long ready = row.getLong(lane + 2);
                since.set(lane, row.wasNull() ? Picking.EMPTY : ready);
              }
              return new Heads(since);
            })
        .orElseThrow();
  }

  private void bind(SqlQuery query, int lane, long floor, int limit) throws SQLException {
    query.number(queue).number(lane).number(floor).number(write.now()).number(write.now());
    query.number(limit);
  }

  /// Removes jobs from their places.
  List<JobRow> take(int lane, int most, long bytes) throws SQLException {
    if (most == 0) {
      return List.of();
    }
    SqlQuery query = write.query(TAKE);
    bind(query, lane, 0, most);
    bind(query, lane, floors.of(lane), most);
    return query.number(most).number(bytes).list(JobColumns::read);
  }

  /// When the next job becomes ready, or [Picking#EMPTY].
  long nextReady() throws SQLException {
    return write
        .query(NEXT)
        .number(queue)
        .number(write.now())
        .list(
            row -> {
              long ready = row.getLong(1);
              return row.wasNull() ? Picking.EMPTY : ready;
            })
        .getFirst();
  }

  Columns leases() {
    return new Columns("uuid", "int4", "text", "int8", "int8");
  }

  void add(Columns leases, JobRow row, StoredJob job) {
    var timeout = job.draft().job().timeout();
    leases.add(
        row.uuid(),
        job.progress().attempt(),
        job.progress().worker(),
        Objects.requireNonNull(job.progress().leaseUntil()).toEpochMilli(),
        timeout == null ? null : (Long) (write.now() + timeout.toMillis()));
  }

  void store(Columns leases) throws SQLException {
    if (!leases.isEmpty()) {
      write
          .query(LEASE)
          .number(queue)
          .number(write.now())
          .number(write.now())
          .columns(leases)
          .run();
    }
  }

  void giveBack(List<JobRow> rows) throws SQLException {
    Columns places = new Columns("int2", "int8", "int8", "uuid", "int8", "int8");
    for (JobRow row : rows) {
      LanePosition position = row.record().position();
      var job = row.record().draft().job();
      places.add(
          (short) JobCodes.of(job.priority()),
          position.ready(),
          position.arrival(),
          row.uuid(),
          job.payload().size(),
          JobColumns.millis(job.deadline()));
    }
    if (!places.isEmpty()) {
      write.query(GIVE_BACK).number(queue).columns(places).run();
    }
  }
}
