package dev.waybill;

import java.time.Duration;

/// The state of a queue at one moment.
///
/// @param oldestWaitingAge how long the oldest waiting job has been ready to start; zero if none is
public record QueueStats(String queue, boolean paused, Counts counts, Duration oldestWaitingAge) {

  /// The number of jobs in a queue by state.
  ///
  /// @param waiting ready to run
  public record Counts(long waiting, long running, long scheduled, long dead) {

    public Counts plus(Counts other) {
      return new Counts(
          waiting + other.waiting,
          running + other.running,
          scheduled + other.scheduled,
          dead + other.dead);
    }
  }

  /// A queue without jobs.
  public static QueueStats unused(String queue) {
    return new QueueStats(queue, false, new Counts(0, 0, 0, 0), Duration.ZERO);
  }

  public long waiting() {
    return counts.waiting();
  }

  public long running() {
    return counts.running();
  }

  public long scheduled() {
    return counts.scheduled();
  }

  public long dead() {
    return counts.dead();
  }
}
