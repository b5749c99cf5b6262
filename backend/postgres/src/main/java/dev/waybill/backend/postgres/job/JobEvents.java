package dev.waybill.backend.postgres.job;

import dev.waybill.JobEvent;
import dev.waybill.NewEvent;
import dev.waybill.Payload;
import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.backend.support.Watches;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsRead;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.LeaseKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// The events of jobs.
final class JobEvents {

  /// The lease cannot end while events are stored.
  private static final String HELD =
      "select 1 from {running} r join {live} l on l.id = r.id where r.id = ? and l.tenant = ? and"
          + " r.attempt = ? and (r.times_out is null or r.times_out > ?) for share of r";

  /// Writers of events of one job wait for each other here.
  private static final String LAST =
      "insert into {event_job} as e (job, attempt, sequence) values (?, ?, -1) on conflict (job) do"
          + " update set attempt = greatest(e.attempt, excluded.attempt), sequence = case when"
          + " e.attempt < excluded.attempt then -1 else e.sequence end returning sequence";

  private static final String ADD =
      "insert into {event} select ?, ?, * from unnest(?::int8[], ?::text[], ?::int8[], ?::bytea[])";

  private static final String READ =
      "select attempt, sequence, type, at, data from {event} where job = ? and (attempt, sequence) >"
          + " (?, ?) order by attempt, sequence limit ?";

  private static final String LIVES = "select 1 from {live} where id = ? and tenant = ?";
  private static final String KNOWN = "select 1 from {finished} where id = ? and tenant = ?";

  private final Database database;
  private final Waking waking;

  JobEvents(Database database, Waking waking) {
    this.database = database;
    this.waking = waking;
  }

  EventsStored publish(LeaseKey lease, List<NewEvent> events) {
    UUID job = JobRow.uuid(lease.job().id());
    EventsStored stored =
        database.write("store events", write -> publish(write, job, lease, events));
    if (stored instanceof EventsStored.Events(int added, int _) && added > 0) {
      waking.jobChanged(job);
    }
    return stored;
  }

  private static EventsStored publish(Write write, UUID job, LeaseKey lease, List<NewEvent> events)
      throws SQLException {
    boolean held =
        write
            .query(HELD)
            .id(job)
            .text(lease.job().tenant())
            .number(lease.attempt())
            .number(write.now())
            .first(row -> true)
            .isPresent();
    if (!held) {
      return new EventsStored.Lost();
    }
    long last = write.query(LAST).id(job).number(lease.attempt()).single();
    Columns rows = new Columns("int8", "text", "int8", "bytea");
    for (NewEvent event : events) {
      if (event.sequence() > last) {
        last = event.sequence();
        Instant at = event.at() == null ? write.time() : event.at();
        rows.add(last, event.type(), at.toEpochMilli(), event.data().bytesWithoutCopy());
      }
    }
    if (!rows.isEmpty()) {
      write.query(ADD).id(job).number(lease.attempt()).columns(rows).run();
      write.query("update {event_job} set sequence = ? where job = ?").number(last).id(job).run();
    }
    return new EventsStored.Events(rows.size(), events.size() - rows.size());
  }

  EventsRead read(EventQuery query) {
    UUID job = JobRow.uuid(query.job().id());
    long end = System.nanoTime() + query.patience().toNanos();
    try (Watches<UUID>.Watch watch = waking.watchJob(job)) {
      while (true) {
        EventsRead read = database.read("read events", connection -> read(connection, job, query));
        long left = end - System.nanoTime();
        if (!read.events().isEmpty() || read.finished() || left <= 0) {
          return read;
        }
        watch.await(Math.min(left, Waking.POLL.toNanos()));
      }
    }
  }

  /// Looks for the job first: events that were stored before it ended are then found.
  private EventsRead read(Connection connection, UUID job, EventQuery query) throws SQLException {
    boolean lives = isIn(connection, LIVES, job, query);
    if (!lives && !isIn(connection, KNOWN, job, query)) {
      return new EventsRead(List.of(), true);
    }
    List<JobEvent> events =
        database
            .query(connection, READ)
            .id(job)
            .number(query.after().attempt())
            .number(query.after().sequence())
            .number(query.max())
            .list(row -> event(row, query));
    return new EventsRead(events, events.isEmpty() && !lives);
  }

  private boolean isIn(Connection connection, String sql, UUID job, EventQuery query)
      throws SQLException {
    return database
        .query(connection, sql)
        .id(job)
        .text(query.job().tenant())
        .first(row -> true)
        .isPresent();
  }

  private static JobEvent event(ResultSet row, EventQuery query) throws SQLException {
    return new JobEvent(
        query.job().id(),
        row.getInt(1),
        row.getLong(2),
        row.getString(3),
        Instant.ofEpochMilli(row.getLong(4)),
        Payload.wrap(row.getBytes(5)));
  }
}
