package dev.waybill;

import java.time.Duration;

/// How long what has ended is kept. Pruned in small steps; nothing that still waits or runs is
/// touched.
///
/// @param events how long events are kept after their job has ended, if it is kept that long
///     itself
public record Retention(
    Duration completed, Duration failed, Duration cancelled, Duration dead, Duration events) {

  public static final Retention DEFAULT =
      new Retention(
          Duration.ofDays(7),
          Duration.ofDays(14),
          Duration.ofDays(7),
          Duration.ofDays(14),
          Duration.ofDays(7));

  /// How long a job that ended in this state is kept.
  public Duration of(State terminal) {
    return switch (terminal) {
      case COMPLETED -> completed;
      case FAILED -> failed;
      case CANCELLED -> cancelled;
      case DEAD -> dead;
      case SCHEDULED, QUEUED, RUNNING -> Limits.MAX_DELAY;
    };
  }
}
