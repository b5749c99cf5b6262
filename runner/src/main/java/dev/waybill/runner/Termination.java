package dev.waybill.runner;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Ends a group: TERM, and after a grace time KILL. Several may want it ended; the first cause is
/// kept, and the shortest grace time counts.
final class Termination {

  /// What is left of a group after this cannot be ended, for instance because it waits for a disk.
  private static final Duration LONGEST_DEATH = Duration.ofMillis(200);

  private final ProcessGroup group;
  private @Nullable StopCause cause;
  private boolean asked;
  private boolean killed;
  private long killAt;

  Termination(ProcessGroup group) {
    this.group = group;
  }

  Optional<StopCause> cause() {
    return Optional.ofNullable(cause);
  }

  void begin(StopCause why, Duration grace) {
    if (cause == null || why == StopCause.LOST) {
      cause = why;
    }
    ask(grace);
  }

  /// Asks the group to end, once, and makes sure it does.
  void ask(Duration grace) {
    long end = System.nanoTime() + grace.toNanos();
    if (!asked) {
      asked = true;
      killAt = end;
      group.terminate();
    }
    killAt = end - killAt < 0 ? end : killAt;
    killWhenDue();
  }

  void killWhenDue() {
    if (asked && !killed && System.nanoTime() - killAt >= 0) {
      killed = true;
      group.kill();
    }
  }

  /// Whether there is nothing more to be done.
  boolean isOver() {
    return group.isGone() || (killed && System.nanoTime() - killAt >= LONGEST_DEATH.toNanos());
  }
}
