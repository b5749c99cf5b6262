package dev.waybill.backend.embedded.live;

import dev.waybill.Priority;
import dev.waybill.record.Picking;
import dev.waybill.spi.QueueKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One queue in memory: a lane per priority, oldest first, and waiting lease requests.
///
/// A job gets its turn number when it is added to the end of a lane, and keeps it while it runs. So
/// released jobs return in their old order before jobs that are still waiting.
public final class LiveQueue implements Picking.Heads {

  private static final int LANES = Priority.values().length;

  private static final Comparator<LiveJob> BY_TURN =
      Comparator.<LiveJob>comparingLong(job -> job.turn).thenComparing(LiveJob::id);

  public final QueueKey key;
  final ArrayDeque<TakeCommand> waiters = new ArrayDeque<>();
  public boolean paused;
  int running;
  int scheduled;
  private int ready;
  private final Picking picking = new Picking();
  private long turns;
  private final List<TreeSet<LiveJob>> returned =
      Stream.generate(() -> new TreeSet<>(BY_TURN)).limit(LANES).toList();
  private final @Nullable LiveJob[] heads = new LiveJob[LANES];
  private final @Nullable LiveJob[] tails = new LiveJob[LANES];

  LiveQueue(QueueKey key) {
    this.key = key;
  }

  int ready() {
    return ready;
  }

  void pushBack(LiveJob job) {
    takeTurn(job);
    LiveJob tail = tails[job.lane];
    job.previous = tail;
    if (tail == null) {
      heads[job.lane] = job;
    } else {
      tail.next = job;
    }
    tails[job.lane] = job;
    ready++;
  }

  /// Gives the job a turn after all others.
  void takeTurn(LiveJob job) {
    job.turn = ++turns;
  }

  /// Returns a job to its former position in the lane.
  void putBack(LiveJob job) {
    returned.get(job.lane).add(job);
    ready++;
  }

  void remove(LiveJob job) {
    if (!returned.get(job.lane).remove(job)) {
      unlink(job);
    }
    ready--;
  }

  private void unlink(LiveJob job) {
    LiveJob before = job.previous;
    LiveJob after = job.next;
    if (before == null) {
      heads[job.lane] = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      tails[job.lane] = before;
    } else {
      after.previous = before;
    }
    job.previous = null;
    job.next = null;
  }

  /// The next job to run; it stays in its lane.
  @Nullable LiveJob pick(long now) {
    if (ready == 0 || paused) {
      return null;
    }
    return head(picking.next(this, now));
  }

  @Override
  public long readySince(int lane) {
    LiveJob head = head(lane);
    return head == null ? Picking.EMPTY : head.runAt;
  }

  /// The time since which the oldest ready job has been ready.
  long oldestReady() {
    long oldest = LiveJob.NEVER;
    for (int lane = 0; lane < LANES; lane++) {
      oldest = Math.min(oldest, readySince(lane));
    }
    return oldest;
  }

  private @Nullable LiveJob head(int lane) {
    TreeSet<LiveJob> before = returned.get(lane);
    return before.isEmpty() ? heads[lane] : before.first();
  }

  /// Jobs that have been ready since before a time, from the head of each lane.
  List<LiveJob> readySince(long before, int max) {
    List<LiveJob> jobs = new ArrayList<>();
    for (int lane = 0; lane < LANES; lane++) {
      returned.get(lane).stream()
          .takeWhile(job -> job.runAt < before && jobs.size() < max)
          .forEach(jobs::add);
      LiveJob job = heads[lane];
      while (job != null && job.runAt < before && jobs.size() < max) {
        jobs.add(job);
        job = job.next;
      }
    }
    return jobs;
  }
}
