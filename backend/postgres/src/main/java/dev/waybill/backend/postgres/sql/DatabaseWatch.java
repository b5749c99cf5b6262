package dev.waybill.backend.postgres.sql;

import dev.waybill.spi.DatabaseLoad;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// Asks the database now and then how it is doing, without making anybody wait for the answer.
public final class DatabaseWatch {

  private static final Logger LOG = System.getLogger(DatabaseWatch.class.getName());
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(3);

  /// The start of a transaction of another user is visible to members of `pg_read_all_stats`.
  private static final String ASK =
      "select (select coalesce(sum(n_dead_tup), 0) from pg_stat_all_tables where schemaname = ?),"
          + " (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::int8 from"
          + " pg_stat_activity where datname = current_database() and pid <> pg_backend_pid())";

  private final Database database;
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile Answer last;

  private record Answer(long deadRows, Duration oldest, long at) {}

  /// Asks once.
  public DatabaseWatch(Database database) {
    this.database = database;
    this.last = database.read("read its statistics", this::ask);
  }

  /// At most a few seconds old, or as old as the last answer of the database.
  public DatabaseLoad load() {
    Answer known = last;
    if (System.nanoTime() - known.at > EVERY_NANOS && asking.compareAndSet(false, true)) {
      Thread.ofVirtual().start(this::askAgain);
    }
    return new DatabaseLoad(database.connections(), database.slow(), known.deadRows, known.oldest);
  }

  private void askAgain() {
    try {
      last = database.readOnce(this::ask);
    } catch (SQLException | RuntimeException away) {
      LOG.log(Level.DEBUG, "cannot read the statistics of PostgreSQL", away);
    } finally {
      asking.set(false);
    }
  }

  private Answer ask(Connection connection) throws SQLException {
    return database
        .query(connection, ASK)
        .text(database.names().schema())
        .list(
            row ->
                new Answer(row.getLong(1), Duration.ofSeconds(row.getLong(2)), System.nanoTime()))
        .getFirst();
  }
}
