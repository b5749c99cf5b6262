package dev.waybill.runner;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Ends a process group: TERM, then KILL after a grace period. Of several requests, the first cause
/// and the shortest grace period apply.
final class Termination {

  /// How long to wait after KILL. Processes still there cannot be ended, for instance because they
  /// wait for a disk.
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

  /// Sends TERM once and starts the grace period.
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

  /// True if nothing is left to do.
  boolean isOver() {
    return group.isGone() || (killed && System.nanoTime() - killAt >= LONGEST_DEATH.toNanos());
  }
}
