package dev.waybill.backend.support;

import dev.waybill.Priority;
import dev.waybill.QueueStats;
import dev.waybill.State;
import dev.waybill.bytes.JobCodes;
import dev.waybill.record.Picking;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/// One queue of the view, with its waiting jobs. Guarded by the lock of the view.
final class ViewQueue {

  final QueueKey key;

  /// Signaled when there may be a job to pick, or an earlier one than was known.
  final Condition changed;

  /// The number of calls that pick from this queue, or wait for it.
  int callers;

  private final Map<Priority, ViewLane> lanes = new EnumMap<>(Priority.class);
  private final Map<State, Long> counts = new EnumMap<>(State.class);
  private boolean paused;
  private long pauseRevision;
  private final Picking picking = new Picking();

  ViewQueue(QueueKey key, Condition changed) {
    this.key = key;
    this.changed = changed;
    for (Priority priority : Priority.values()) {
      lanes.put(priority, new ViewLane());
    }
  }

  void add(ViewRow row) {
    counts.merge(row.state, 1L, Long::sum);
    if (row.state == State.QUEUED) {
      enter(row);
    }
  }

  void remove(ViewRow row) {
    counts.merge(row.state, -1L, Long::sum);
    if (row.state == State.QUEUED) {
      laneOf(row).leave(row);
    }
  }

  /// Puts a waiting job into its lane.
  void enter(ViewRow row) {
    laneOf(row).enter(row);
    changed.signal();
  }

  void pause(boolean pause, long revision) {
    if (revision > pauseRevision) {
      pauseRevision = revision;
      paused = pause;
      changed.signalAll();
    }
  }

  void forgetPause() {
    pauseRevision = 0;
    paused = false;
    changed.signalAll();
  }

  void share(LeasePreference share) {
    lanes.values().forEach(lane -> lane.share(share));
  }

  /// Whether nothing is lost with this object.
  boolean isForgettable() {
    return callers == 0 && pauseRevision == 0 && isUnused();
  }

  boolean isUnused() {
    return !paused && counts.values().stream().allMatch(count -> count == 0);
  }

  /// The next job, removed from its lane; null if none may start.
  @Nullable ViewRow pick(long now) {
    if (paused) {
      return null;
    }
    int next = picking.next(lane -> readySince(lane(lane).head(now)), now);
    ViewRow picked = next == Picking.NO_LANE ? null : lane(next).head(now);
    if (picked != null) {
      laneOf(picked).leave(picked);
    }
    return picked;
  }

  private static long readySince(@Nullable ViewRow head) {
    return head == null ? Picking.EMPTY : head.position.ready();
  }

  private ViewLane lane(int number) {
    return Objects.requireNonNull(lanes.get(JobCodes.priority(number)));
  }

  /// When the next job becomes due.
  long nextDue() {
    return paused
        ? ViewRow.NEVER
        : lanes.values().stream().mapToLong(ViewLane::nextDue).min().orElseThrow();
  }

  /// @param dead the number of dead jobs in the history
  QueueStats stats(long dead, long now) {
    promote(now);
    long later = lanes.values().stream().mapToLong(ViewLane::scheduled).sum();
    QueueStats.Counts counted =
        new QueueStats.Counts(
            count(State.QUEUED) - later, count(State.RUNNING), later, dead + count(State.DEAD));
    Duration oldest = Duration.ofMillis(now - oldestReady(now));
    return new QueueStats(key.queue(), paused, counted, oldest);
  }

  private long count(State state) {
    return counts.getOrDefault(state, 0L);
  }

  private long oldestReady(long now) {
    return lanes.values().stream().mapToLong(lane -> lane.oldestReady(now)).min().orElseThrow();
  }

  /// Moves due jobs to the ready ones.
  void promote(long now) {
    lanes.values().forEach(lane -> lane.promote(now));
  }

  List<JobKey> readySince(long before, int max) {
    promote(before);
    List<JobKey> keys = new ArrayList<>();
    lanes.values().forEach(lane -> lane.readySince(before, max - keys.size(), keys));
    return keys;
  }

  private ViewLane laneOf(ViewRow row) {
    return Objects.requireNonNull(lanes.get(row.lane));
  }
}
