package dev.waybill.backend.postgres.job;

import dev.waybill.WaybillException;
import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.base.Recent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;

/// For each lane a time such that no waiting job has an earlier place, apart from returned ones.
/// Scans for the next jobs start there and so skip the rows of jobs that are gone, even if a long
/// transaction keeps the database from removing them. See decision 0031.
final class Floors {

  private static final Logger LOG = System.getLogger(Floors.class.getName());
  private static final int LANES = 3;
  private static final int REMEMBERED = 10_000;
  private static final int EVERY_JOBS = 500;
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /// A clock that was set back may put a job below its floor; it is found within this time.
  private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final String LOWEST =
      "select lane, (select min(ready) from (select ready from {ready} where queue = ? and lane = x.lane"
          + " and not returned and ready >= x.floor order by ready, arrival limit 1) y) from unnest(?::int2[],"
          + " ?::int8[]) as x (lane, floor)";

  private final Database database;
  private final SafePoint safe;
  private final Recent<Integer, Lanes> queues = new Recent<>(REMEMBERED);

  Floors(Database database, SafePoint safe) {
    this.database = database;
    this.safe = safe;
  }

  /// The floors of a queue.
  static final class Lanes {
    private final AtomicLongArray floors = new AtomicLongArray(LANES);
    private final AtomicBoolean raising = new AtomicBoolean();
    private long jobs;
    private long raised = System.nanoTime();
    private long swept = System.nanoTime();

    long of(int lane) {
      return floors.get(lane);
    }
  }

  Lanes of(int queue) {
    return queues.get(queue, Lanes::new);
  }

  /// Counts jobs that were leased; raises the floors now and then. Called by one thread at a time
  /// for each queue.
  void leased(int queue, int jobs) {
    Lanes lanes = of(queue);
    lanes.jobs += jobs;
    long now = System.nanoTime();
    if (now - lanes.swept > SWEEP_NANOS) {
      lanes.swept = now;
      Thread.ofVirtual().start(() -> unlessClosed(() -> sweep(queue, lanes)));
    }
    if (lanes.jobs >= EVERY_JOBS || (lanes.jobs > 0 && now - lanes.raised > EVERY_NANOS)) {
      lanes.jobs = 0;
      lanes.raised = now;
      raiseMeanwhile(queue, lanes);
    }
  }

  /// The next lease does not wait for it.
  private void raiseMeanwhile(int queue, Lanes lanes) {
    if (lanes.raising.compareAndSet(false, true)) {
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  unlessClosed(() -> raise(queue, lanes));
                } finally {
                  lanes.raising.set(false);
                }
              });
    }
  }

  private static void unlessClosed(Runnable move) {
    try {
      move.run();
    } catch (WaybillException closedOrLost) {
      LOG.log(Level.DEBUG, "a floor stays where it is", closedOrLost);
    }
  }

  private void raise(int queue, Lanes lanes) {
    long time = safe.advance().time();
    long[] lowest = lowest(queue, lanes, false);
    for (int lane = 0; lane < LANES; lane++) {
      long floor = Math.min(time, lowest[lane]);
      lanes.floors.accumulateAndGet(lane, floor, Math::max);
    }
  }

  /// Looks at all rows, which may take long while a transaction keeps old ones.
  private void sweep(int queue, Lanes lanes) {
    long[] lowest = lowest(queue, lanes, true);
    for (int lane = 0; lane < LANES; lane++) {
      lanes.floors.accumulateAndGet(lane, lowest[lane], Math::min);
    }
  }

  private long[] lowest(int queue, Lanes lanes, boolean all) {
    Columns from = new Columns("int2", "int8");
    for (int lane = 0; lane < LANES; lane++) {
      from.add((short) lane, all ? 0L : lanes.of(lane));
    }
    return database.read("find the first jobs", connection -> lowest(connection, queue, from));
  }

  private long[] lowest(java.sql.Connection connection, int queue, Columns from)
      throws SQLException {
    long[] lowest = {Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE};
    database
        .query(connection, LOWEST)
        .number(queue)
        .columns(from)
        .list(
            row -> {
              long ready = row.getLong(2);
              lowest[row.getInt(1)] = row.wasNull() ? Long.MAX_VALUE : ready;
              return row;
            });
    return lowest;
  }
}
