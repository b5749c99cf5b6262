package dev.waybill;

import java.time.Duration;

/// A queue at one moment.
///
/// @param oldestWaitingAge how long the oldest job that could start has been able to; zero where
///     none waits
public record QueueStats(String queue, boolean paused, Counts counts, Duration oldestWaitingAge) {

  /// How many jobs of a queue are in which state.
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

  /// A queue that nobody has used.
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
