package dev.waybill.rig.sim.oracle;

import dev.waybill.Priority;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The waiting jobs of one queue; checks that they are leased in the right order (L4).
final class LaneCheck {

  /// By start time. A released job gets its old position.
  private static final Comparator<TrackedJob> ORDER =
      Comparator.comparingLong((TrackedJob job) -> job.ready).thenComparingLong(job -> job.arrival);

  private static final long LONG_WAIT = 30_000;

  /// One pick in ten may go to a lower lane; a reopened store may count from zero.
  private static final int FAIR_PICK = 10;

  private final Map<Priority, NavigableSet<TrackedJob>> waiting = new EnumMap<>(Priority.class);
  private int picksSinceFair = FAIR_PICK;
  private int passedOver;

  boolean paused;

  LaneCheck() {
    for (Priority lane : Priority.values()) {
      waiting.put(lane, new TreeSet<>(ORDER));
    }
  }

  void add(TrackedJob job) {
    lane(job.asked.priority()).add(job);
  }

  void remove(TrackedJob job) {
    lane(job.asked.priority()).remove(job);
  }

  boolean hasReady(long now) {
    return firstReady(Priority.HIGH, now) != null
        || firstReady(Priority.NORMAL, now) != null
        || firstReady(Priority.LOW, now) != null;
  }

  void given(TrackedJob job, long now) {
    BrokenPromise.unless(!paused, "L4", "job %d comes from a paused queue", job.number);
    TrackedJob first = firstReady(job.asked.priority(), now);
    BrokenPromise.unless(
        first == null || !isBefore(first, job),
        "L4",
        "job %d goes before an older one of its lane: %s",
        job.number,
        first);
    checkFairness(job, now);
    remove(job);
  }

  private void checkFairness(TrackedJob job, long now) {
    if (isPassedBy(job, now)) {
      BrokenPromise.unless(
          picksSinceFair >= FAIR_PICK - 1 && job.ready + LONG_WAIT <= now,
          "L4",
          "job %d of a lower lane goes before a higher lane",
          job.number);
      picksSinceFair = 0;
      passedOver = 0;
      return;
    }
    picksSinceFair++;
    passedOver = hasLongWaiting(job.asked.priority(), now) ? passedOver + 1 : 0;
    BrokenPromise.unless(
        passedOver < 2 * FAIR_PICK, "L4", "a lower lane waits for ever behind job %d", job.number);
  }

  /// True if a job of a higher lane was ready.
  private boolean isPassedBy(TrackedJob job, long now) {
    for (Priority lane : Priority.values()) {
      if (lane == job.asked.priority()) {
        return false;
      }
      if (firstReady(lane, now) != null) {
        return true;
      }
    }
    return false;
  }

  private boolean hasLongWaiting(Priority above, long now) {
    for (Priority lane : Priority.values()) {
      TrackedJob first = lane.compareTo(above) > 0 ? firstReady(lane, now) : null;
      if (first != null && first.ready + LONG_WAIT <= now) {
        return true;
      }
    }
    return false;
  }

  /// Jobs of the same millisecond are not ordered.
  private static boolean isBefore(TrackedJob one, TrackedJob other) {
    return one.ready < other.ready;
  }

  private @Nullable TrackedJob firstReady(Priority lane, long now) {
    for (TrackedJob job : lane(lane)) {
      if (job.isReady(now)) {
        return job;
      }
      if (job.ready > now && job.runAt > now) {
        return null;
      }
    }
    return null;
  }

  private NavigableSet<TrackedJob> lane(Priority priority) {
    return java.util.Objects.requireNonNull(waiting.get(priority));
  }
}
