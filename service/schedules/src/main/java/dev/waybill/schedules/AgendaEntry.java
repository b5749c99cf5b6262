package dev.waybill.schedules;

import dev.waybill.schedule.Skipped;
import dev.waybill.schedule.Upcoming;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The entry of one schedule in the agenda: its pending firings, in order.
final class AgendaEntry {

  private static final Duration RETRY = Duration.ofSeconds(1);

  private final Plan plan;
  private Deque<Upcoming> owed = new ArrayDeque<>();
  private @Nullable Upcoming next;
  private @Nullable Instant retryAt;
  private @Nullable Skipped leftOut;
  private boolean dropped;

  /// @param handled firings up to this time are handled
  AgendaEntry(Plan plan, Instant handled) {
    this.plan = plan;
    this.next = plan.schedule().paused() ? null : plan.firstAfter(handled);
  }

  Plan plan() {
    return plan;
  }

  /// The next firing, or null if nothing is left.
  @Nullable Upcoming head() {
    return owed.isEmpty() ? next : owed.peek();
  }

  /// When the entry needs attention.
  Instant dueAt() {
    Upcoming head = head();
    Instant at = head == null ? Instant.MAX : head.at();
    return retryAt != null && retryAt.isAfter(at) ? retryAt : at;
  }

  boolean isFailing() {
    return retryAt != null;
  }

  boolean isDropped() {
    return dropped;
  }

  void drop() {
    dropped = true;
  }

  /// Applies the catch-up policy to firings that were due before this time, while no server was
  /// running.
  void catchUp(Instant awakeFrom, Instant now) {
    if (owed.isEmpty() && next != null && next.at().isBefore(awakeFrom)) {
      Instant until = awakeFrom.minusMillis(1);
      Missed missed = Missed.of(plan, next, until, now);
      owed = missed.owed();
      leftOut = missed.skipped(now);
      next = plan.firstAfter(until);
    }
  }

  /// The slots that the last catch-up skipped, until they are recorded.
  @Nullable Skipped leftOut() {
    return leftOut;
  }

  void noted() {
    leftOut = null;
  }

  /// Due firings, in order; the entry is not changed.
  List<Upcoming> due(Instant now, int most) {
    List<Upcoming> due = new ArrayList<>();
    for (Upcoming firing : owed) {
      if (due.size() < most) {
        due.add(firing);
      }
    }
    Upcoming firing = next;
    while (firing != null && !firing.at().isAfter(now) && due.size() < most) {
      due.add(firing);
      firing = plan.next(firing.slot());
    }
    return due;
  }

  /// Marks the next firing as handled.
  void advance() {
    retryAt = null;
    if (owed.isEmpty()) {
      next = next == null ? null : plan.next(next.slot());
    } else {
      owed.remove();
    }
  }

  /// Skips firings up to this time, which another server has handled.
  void passOver(Instant handled) {
    boolean passed = owed.removeIf(firing -> !firing.at().isAfter(handled));
    if (owed.isEmpty() && next != null && !next.at().isAfter(handled)) {
      next = plan.firstAfter(handled);
      passed = true;
    }
    retryAt = passed ? null : retryAt;
    leftOut = null;
  }

  void retryLater(Instant now) {
    retryAt = now.plus(RETRY);
  }
}
