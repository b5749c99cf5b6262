package dev.waybill.schedules;

import dev.waybill.schedule.CatchUp;
import dev.waybill.schedule.Skipped;
import dev.waybill.schedule.Upcoming;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Firings that were due while no server was running: those to fire now, oldest first, and those
/// that the policy skips.
final class Missed {

  /// The maximum number of counted slots; beyond it, only the last ones are considered.
  private static final int COUNTED = 10_000;

  private final int most;
  private final Deque<Upcoming> owed = new ArrayDeque<>();
  private @Nullable Instant firstSkipped;
  private @Nullable Instant lastSkipped;
  private long skipped;
  private boolean jumped;

  private Missed(int most) {
    this.most = most;
  }

  /// @param first the first missed firing
  /// @param until firings after this time are on time
  static Missed of(Plan plan, Upcoming first, Instant until, Instant now) {
    CatchUp policy = plan.schedule().catchUp();
    Instant reach = now.minus(policy.window());
    Missed missed = new Missed(most(policy));
    Upcoming firing = first;
    while (firing != null && !firing.at().isAfter(until)) {
      missed.add(firing, firing.at().isAfter(reach));
      firing = plan.next(missed.nextSearch(plan, firing.slot(), until));
    }
    return missed;
  }

  Deque<Upcoming> owed() {
    return owed;
  }

  @Nullable Skipped skipped(Instant now) {
    if (firstSkipped == null || lastSkipped == null) {
      return null;
    }
    return new Skipped(
        firstSkipped,
        lastSkipped,
        Math.min(skipped, COUNTED),
        Skipped.Reason.MISSED,
        "no server was running",
        now);
  }

  private static int most(CatchUp policy) {
    return switch (policy.mode()) {
      case NONE -> 0;
      case LAST -> 1;
      case ALL -> policy.max();
    };
  }

  /// Where to search for the next slot: after the last one or, after many counted slots, right
  /// before the last slots of the downtime, of which all but one may have to be fired.
  private Instant nextSearch(Plan plan, Instant slot, Instant until) {
    if (skipped < COUNTED || jumped) {
      return slot;
    }
    jumped = true;
    Instant before = until.plusMillis(1);
    for (int i = 0; i <= most; i++) {
      Instant last = plan.lastSlot(slot, before.minusMillis(1));
      if (last == null) {
        return slot;
      }
      before = last;
    }
    return before.minusMillis(1);
  }

  private void add(Upcoming firing, boolean inReach) {
    owed.add(firing);
    if (!inReach || owed.size() > most) {
      skip();
    }
  }

  private void skip() {
    Instant slot = owed.removeFirst().slot();
    firstSkipped = firstSkipped == null ? slot : firstSkipped;
    lastSkipped = slot;
    skipped++;
  }
}
