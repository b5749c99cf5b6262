package dev.waybill.insight;

import java.time.Instant;

/// The figures of one step.
///
/// @param at the beginning of the step
/// @param waits how long jobs waited that were started in this step
/// @param runs how long attempts took that ended in this step
public record SeriesPoint(Instant at, Flow flow, Level level, Spread waits, Spread runs) {

  /// Whether nothing happened, waited or ran.
  public boolean isEmpty() {
    return flow.sum() == 0 && level.equals(Level.NONE);
  }

  /// What happened in the step.
  ///
  /// @param failed attempts that ended with an error, including those that are repeated
  public record Flow(long enqueued, long started, long completed, long failed, long dead) {

    public static final Flow NONE = new Flow(0, 0, 0, 0, 0);

    public long sum() {
      return enqueued + started + completed + failed + dead;
    }
  }

  /// The state of the queue at the end of the step.
  public record Level(long waiting, long running, double oldestWaitingSeconds) {

    public static final Level NONE = new Level(0, 0, 0);
  }

  /// Durations in seconds, within about 20 %; 0 if there were none.
  public record Spread(double p50, double p99) {

    public static final Spread NONE = new Spread(0, 0);
  }
}
