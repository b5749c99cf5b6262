package dev.waybill.backend.postgres.job;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.WaybillException;
import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.backend.support.SharedCommit;
import dev.waybill.backend.support.Watches;
import dev.waybill.base.Recent;
import dev.waybill.record.Picking;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.LeaseQuery;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Leases jobs. Concurrent calls for one queue are answered by one transaction.
final class Claiming {

  private static final int REMEMBERED = 10_000;

  private final Database database;
  private final Queues queues;
  private final Waking waking;
  private final Floors floors;
  private final Recent<Integer, OfQueue> known = new Recent<>(REMEMBERED);

  /// The lease calls of one queue.
  private final class OfQueue {
    private final int number;
    private final Picking picking = new Picking();
    private final SharedCommit<LeaseQuery, List<Job>> group =
        new SharedCommit<>(this::leaseAll, LeaseQuery::max);

    /// When a job will become ready, if none is: in milliseconds.
    private volatile long nextReady = Picking.EMPTY;

    private OfQueue(int number) {
      this.number = number;
    }

    private List<List<Job>> leaseAll(List<LeaseQuery> calls) {
      List<List<Job>> leased = database.writeJobs("lease jobs", write -> lease(write, this, calls));
      int count = leased.stream().mapToInt(List::size).sum();
      floors.leased(number, count);
      return leased;
    }
  }

  Claiming(Database database, Queues queues, Waking waking, Floors floors) {
    this.database = database;
    this.queues = queues;
    this.waking = waking;
    this.floors = floors;
  }

  List<Job> lease(LeaseQuery query) {
    long end = System.nanoTime() + query.patience().toNanos();
    while (true) {
      Optional<Integer> queue = queues.find(query.queue());
      List<Job> leased = queue.isEmpty() ? unknown(query, end) : lease(query, queue.get(), end);
      if (!leased.isEmpty() || System.nanoTime() - end >= 0) {
        return leased;
      }
    }
  }

  /// A queue without a number has had no jobs yet.
  private List<Job> unknown(LeaseQuery query, long end) {
    if (query.patience().isZero()) {
      return List.of();
    }
    queues.numbers(java.util.Set.of(query.queue()));
    return lease(query, queues.find(query.queue()).orElseThrow(), end);
  }

  private List<Job> lease(LeaseQuery query, int number, long end) {
    OfQueue queue = known.get(number, () -> new OfQueue(number));
    try (Watches<Integer>.Watch watch = waking.watchQueue(number)) {
      while (true) {
        requireUninterrupted();
        List<Job> leased = queue.group.call(query);
        long left = end - System.nanoTime();
        if (!leased.isEmpty() || left <= 0) {
          return leased;
        }
        watch.await(Math.min(left, untilNextLook(queue)));
      }
    }
  }

  private static void requireUninterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new WaybillException(Code.INTERRUPTED, "interrupted while waiting for jobs");
    }
  }

  private long untilNextLook(OfQueue queue) {
    long due = queue.nextReady == Picking.EMPTY ? Long.MAX_VALUE : queue.nextReady;
    long wait = Math.clamp(due - database.clock().millis(), 1, Waking.POLL.toMillis());
    return java.util.concurrent.TimeUnit.MILLISECONDS.toNanos(wait);
  }

  private List<List<Job>> lease(Write write, OfQueue queue, List<LeaseQuery> calls)
      throws SQLException {
    Lanes lanes = new Lanes(write, queue.number, floors.of(queue.number));
    int wanted = calls.stream().mapToInt(LeaseQuery::max).sum();
    long bytes = calls.stream().mapToLong(LeaseQuery::maxBytes).sum();
    List<JobRow> taken = take(write, lanes, queue.picking, wanted, bytes);
    if (taken.isEmpty()) {
      queue.nextReady = lanes.nextReady();
    }
    return assign(write, lanes, calls, taken);
  }

  private static List<JobRow> take(
      Write write, Lanes lanes, Picking picking, int wanted, long bytes) throws SQLException {
    List<JobRow> taken = new ArrayList<>();
    long room = bytes;
    while (taken.size() < wanted && room > 0) {
      Lanes.Heads heads = lanes.heads();
      int[] counts = heads.counts(picking, wanted - taken.size(), write.now());
      int before = taken.size();
      for (int lane = 0; lane < counts.length && room > 0; lane++) {
        List<JobRow> some = lanes.take(lane, counts[lane], room);
        taken.addAll(some);
        room -= some.stream().mapToLong(row -> row.record().draft().job().payload().size()).sum();
      }
      if (taken.size() == before) {
        break;
      }
    }
    return taken;
  }

  /// Gives each call its jobs, in order. Jobs that fit into no call go back to their places.
  private List<List<Job>> assign(
      Write write, Lanes lanes, List<LeaseQuery> calls, List<JobRow> taken) throws SQLException {
    List<List<Job>> leased = new ArrayList<>();
    Columns leases = lanes.leases();
    int next = 0;
    for (LeaseQuery call : calls) {
      List<Job> mine = new ArrayList<>();
      long bytes = 0;
      while (next < taken.size()
          && mine.size() < call.max()
          && (mine.isEmpty() || bytes < call.maxBytes())) {
        JobRow row = taken.get(next++);
        StoredJob job = row.record().leased(call, write.time());
        lanes.add(leases, row, job);
        mine.add(job.asOf(write.time()));
        bytes += job.draft().job().payload().size();
      }
      leased.add(mine);
    }
    lanes.store(leases);
    lanes.giveBack(taken.subList(next, taken.size()));
    return leased;
  }
}
