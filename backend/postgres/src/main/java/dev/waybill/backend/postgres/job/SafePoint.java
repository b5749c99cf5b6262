package dev.waybill.backend.postgres.job;

import dev.waybill.backend.postgres.sql.Database;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// A point in time before which every transaction that writes jobs has ended. So no job appears any
/// more with an earlier time of arrival or an earlier number of a change.
///
/// A transaction holds the lock of `ready` from before it reads the time or draws a number until it
/// has ended. The holders of that lock are noted; once they have all released it, whatever they
/// wrote is visible. Only writers of jobs are waited for, unlike with the oldest transaction of the
/// database, which may be anything.
final class SafePoint {

  /// @param time in milliseconds by the clock of the database
  /// @param change the last number that was drawn
  record Point(long time, long change) {

    static final Point BEGINNING = new Point(0, 0);
  }

  private static final String NOTE = "select {now_ms}(), (select last_value from {number})";

  private static final String WRITERS =
      "select distinct virtualtransaction from pg_locks where locktype = 'relation' and database ="
          + " (select oid from pg_database where datname = current_database()) and relation ="
          + " '{ready}'::regclass and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()";

  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

  private final Database database;
  private volatile Point reached = Point.BEGINNING;
  private Point noted = Point.BEGINNING;
  private Set<String> writers = Set.of();
  private long looked;

  SafePoint(Database database) {
    this.database = database;
  }

  /// The last point that is known to be safe; moves on if it can.
  synchronized Point advance() {
    long now = System.nanoTime();
    if (looked == 0 || now - looked > PAUSE) {
      database.read("look for writers", connection -> look(connection));
      looked = System.nanoTime();
    }
    return reached;
  }

  private boolean look(java.sql.Connection connection) throws SQLException {
    List<Point> before =
        database
            .query(connection, NOTE)
            .list(row -> new Point(database.clock().at(row.getLong(1)), row.getLong(2)));
    Set<String> writing =
        new HashSet<>(database.query(connection, WRITERS).list(row -> row.getString(1)));
    if (writing.isEmpty()) {
      reached = before.getFirst();
      noted = reached;
      writers = Set.of();
      return true;
    }
    if (writers.stream().noneMatch(writing::contains)) {
      reached = noted;
      noted = before.getFirst();
      writers = writing;
    }
    return true;
  }
}
