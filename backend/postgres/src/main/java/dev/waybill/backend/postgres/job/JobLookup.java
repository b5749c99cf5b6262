package dev.waybill.backend.postgres.job;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.QueueStats;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.SqlQuery;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.QueueKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Finds jobs, and counts those of queues.
final class JobLookup {

  private static final String FIND =
      JobColumns.LIVE + " where l.id = ? union all " + JobColumns.FINISHED + " where f.id = ?";

  private static final String EXPIRED =
      JobColumns.LIVE + " where r.until <= ? and r.until >= ? order by r.until limit ?";

  private static final String PAST_DEADLINE =
      JobColumns.LIVE
          + " join {ready} q on q.id = l.id where q.deadline < ? and q.deadline >= ? order by"
          + " q.deadline limit ?";

  /// The parts of the index of `ready` for one queue, each in the order of places.
  private static final String LANES =
      "(values (0::int2, false), (0::int2, true), (1::int2, false), (1::int2, true), (2::int2,"
          + " false), (2::int2, true)) as p (lane, returned)";

  /// The first places of each part, so that a long queue is not read as a whole.
  private static final String WAITING =
      JobColumns.LIVE
          + " join (select s.* from "
          + LANES
          + ", lateral (select q.id, q.ready, q.arrival from {ready} q where q.queue = ? and q.lane ="
          + " p.lane and q.returned = p.returned and q.ready < ? and q.ready <= ? and (q.deadline is"
          + " null or q.deadline >= ?) order by q.ready, q.arrival limit ?) s order by s.ready,"
          + " s.arrival limit ?) q on q.id = l.id order by q.ready, q.arrival";

  /// Each table is read once, however many queues there are.
  private static final String STATS =
      "with q as materialized (select n, name, paused from {queue} where tenant = ? and (?::text is"
          + " null or name = ?)), k as materialized (select array(select n from q) as numbers), w as"
          + " materialized (select queue, count(*) filter (where ready <= ?) as waiting, count(*)"
          + " filter (where ready > ?) as scheduled from {ready} where queue = any((select numbers"
          + " from k)::int4[]) group by queue), r as materialized (select queue, count(*) as running"
          + " from {running} where queue = any((select numbers from k)::int4[]) group by queue), d as"
          + " materialized (select queue, count(*) as dead from {finished} where state = 6 and queue ="
          + " any((select numbers from k)::int4[]) group by queue) select q.name, q.paused,"
          + " coalesce(w.waiting, 0), coalesce(r.running, 0), coalesce(w.scheduled, 0),"
          + " coalesce(d.dead, 0), (select min(s.ready) from "
          + LANES
          + ", lateral (select o.ready from {ready} o where o.queue = q.n and o.lane = p.lane and"
          + " o.returned = p.returned and o.ready <= ? and (o.deadline is null or o.deadline >= ?)"
          + " order by o.ready, o.arrival limit 1) s) from q left join w on w.queue = q.n left join r"
          + " on r.queue = q.n left join d on d.queue = q.n order by q.n";

  /// A scan of all leases that takes longer than this starts later in the table the next time.
  private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final long FULL_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long MARGIN_MILLIS = 60_000;

  private final Database database;
  private final Scan leases = new Scan(EXPIRED);
  private final Scan deadlines = new Scan(PAST_DEADLINE);

  JobLookup(Database database) {
    this.database = database;
  }

  /// A repeated scan from the beginning of an index. While a long transaction keeps the rows of
  /// jobs that are gone, it would read more of them each time; then it starts where the last one
  /// ended, less a margin, and reads everything only now and then.
  private static final class Scan {
    private final String sql;
    private volatile long from = Long.MIN_VALUE;
    private volatile long full = System.nanoTime();

    private Scan(String sql) {
      this.sql = sql;
    }

    private List<JobRow> read(Database database, Connection connection, int max)
        throws SQLException {
      long start = System.nanoTime();
      if (start - full > FULL_NANOS) {
        from = Long.MIN_VALUE;
      }
      boolean whole = from == Long.MIN_VALUE;
      long now = database.clock().millis();
      List<JobRow> found =
          database
              .query(connection, sql)
              .number(now)
              .number(from)
              .number(max)
              .list(JobColumns::read);
      if (whole) {
        full = System.nanoTime();
      }
      boolean slow = System.nanoTime() - start > SLOW_NANOS || !whole;
      from = slow && found.isEmpty() ? now - MARGIN_MILLIS : Long.MIN_VALUE;
      return found;
    }
  }

  Optional<JobRow> row(JobKey key) {
    return database.read(
        "find a job",
        connection ->
            database
                .query(connection, FIND)
                .id(JobRow.uuid(key.id()))
                .id(JobRow.uuid(key.id()))
                .first(JobColumns::read)
                .filter(row -> row.record().key().equals(key)));
  }

  Optional<Job> find(JobKey key) {
    return row(key).map(this::job);
  }

  List<Attempt> attempts(JobKey key) {
    return row(key).map(row -> row.record().attempts()).orElse(List.of());
  }

  List<Job> overdue(int max) {
    return database.read(
        "find overdue jobs",
        connection -> {
          List<JobRow> rows = leases.read(database, connection, max);
          List<JobRow> late = deadlines.read(database, connection, Math.max(0, max - rows.size()));
          rows.addAll(late);
          return rows.stream().map(this::job).toList();
        });
  }

  List<Job> waiting(int queue, Instant before, int max) {
    long now = database.clock().millis();
    return database.read(
        "find waiting jobs",
        connection ->
            database
                .query(connection, WAITING)
                .number(queue)
                .number(before.toEpochMilli())
                .number(now)
                .number(now)
                .number(max)
                .number(max)
                .list(JobColumns::read)
                .stream()
                .map(this::job)
                .toList());
  }

  Optional<QueueStats> stats(QueueKey queue) {
    long now = database.clock().millis();
    return database.read(
        "count jobs",
        connection ->
            stats(connection, now, queue.tenant(), queue.queue()).first(row -> stats(row, now)));
  }

  List<QueueStats> stats(String tenant) {
    long now = database.clock().millis();
    return database.read(
        "count jobs",
        connection -> stats(connection, now, tenant, null).list(row -> stats(row, now)));
  }

  /// @param queue null for all of the tenant
  private SqlQuery stats(Connection connection, long now, String tenant, @Nullable String queue)
      throws SQLException {
    return database
        .query(connection, STATS)
        .text(tenant)
        .text(queue)
        .text(queue)
        .number(now)
        .number(now)
        .number(now)
        .number(now);
  }

  private static QueueStats stats(ResultSet row, long now) throws SQLException {
    long oldest = row.getLong(7);
    Duration age = row.wasNull() ? Duration.ZERO : Duration.ofMillis(now - oldest);
    return new QueueStats(
        row.getString(1),
        row.getBoolean(2),
        new QueueStats.Counts(row.getLong(3), row.getLong(4), row.getLong(5), row.getLong(6)),
        age);
  }

  private Job job(JobRow row) {
    return row.record().asOf(database.clock().now());
  }
}
