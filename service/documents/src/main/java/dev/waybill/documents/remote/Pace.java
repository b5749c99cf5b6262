package dev.waybill.documents.remote;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Limits the calls and tokens per minute. Calls are spaced evenly and wait for their turn; a call
/// whose turn is far away fails at once and can be tried again then.
public final class Pace {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final Rate rate;
  private final InstantSource clock;
  private final Pausing pausing;
  private Instant free = Instant.MIN;

  /// @param calls per minute; 0 for no limit
  /// @param tokens per minute; 0 for no limit
  /// @param error what to say to a call whose turn is far away
  public record Rate(long calls, long tokens, String error) {}

  public Pace(Rate rate, InstantSource clock, Pausing pausing) {
    this.rate = rate;
    this.clock = clock;
    this.pausing = pausing;
  }

  /// Waits for the turn of a call.
  ///
  /// @param tokens an estimate
  public void await(long tokens) throws ModelException {
    Duration wait = turn(tokens);
    if (wait.isPositive()) {
      pausing.pause(wait);
    }
  }

  private synchronized Duration turn(long estimate) throws ModelException {
    Instant now = clock.instant();
    Instant start = free.isAfter(now) ? free : now;
    Duration wait = Duration.between(now, start);
    if (wait.compareTo(LONGEST_WAIT) > 0) {
      throw ModelException.postponed(rate.error(), wait);
    }
    free = start.plus(longer(share(1, rate.calls()), share(estimate, rate.tokens())));
    return wait;
  }

  private static Duration share(long amount, long perMinute) {
    return perMinute == 0 ? Duration.ZERO : MINUTE.multipliedBy(amount).dividedBy(perMinute);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
