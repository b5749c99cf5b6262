package dev.waybill;

import java.time.Duration;

/// How long what has ended is kept. Pruned in small steps; nothing that still waits or runs is
/// touched.
///
/// @param events how long events are kept after their job has ended, if it is kept that long
///     itself
/// @param requestIds how long a request id is known after its job was created, even where the job
///     is not kept that long; while the job is kept, its request id is known in any case
public record Retention(
    Duration completed,
    Duration failed,
    Duration cancelled,
    Duration dead,
    Duration events,
    Duration requestIds) {

  private static final Duration REQUEST_IDS = Duration.ofDays(14);

  public static final Retention DEFAULT =
      new Retention(
          Duration.ofDays(7),
          Duration.ofDays(14),
          Duration.ofDays(7),
          Duration.ofDays(14),
          Duration.ofDays(7),
          REQUEST_IDS);

  public Retention(
      Duration completed, Duration failed, Duration cancelled, Duration dead, Duration events) {
    this(completed, failed, cancelled, dead, events, REQUEST_IDS);
  }

  public Retention withRequestIds(Duration known) {
    return new Retention(completed, failed, cancelled, dead, events, known);
  }

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
