package dev.waybill;

import dev.waybill.settings.Limits;
import java.time.Duration;

/// How often a job may fail, and the delay between attempts.
///
/// @param maxErrors the number of failed attempts after which the job is dead
/// @param maxCrashes the number of expired leases after which the job is dead; counted separately
///     from errors
/// @param firstDelay the delay after the first error
/// @param factor by which the delay grows with each further error
/// @param maxDelay the longest delay, before jitter
/// @param jitter a random part of the delay, up to this share, that is added to it so that retries
///     spread out
public record RetryPolicy(
    int maxErrors,
    int maxCrashes,
    Duration firstDelay,
    double factor,
    Duration maxDelay,
    double jitter) {

  public static final RetryPolicy DEFAULT =
      new RetryPolicy(3, 3, Duration.ofSeconds(5), 3.0, Duration.ofHours(1), 0.5);

  public RetryPolicy {
    check(maxErrors >= 1 && maxErrors <= 1000, "max errors must be 1 to 1000");
    check(maxCrashes >= 1 && maxCrashes <= 1000, "max crashes must be 1 to 1000");
    check(!firstDelay.isNegative() && !maxDelay.isNegative(), "delays must not be negative");
    check(maxDelay.compareTo(Limits.MAX_DELAY) <= 0, "max delay must be at most 100 years");
    check(factor >= 1 && factor <= 100, "factor must be 1 to 100");
    check(jitter >= 0 && jitter <= 10, "jitter must be 0 to 10");
  }

  public static RetryPolicy never() {
    return DEFAULT.withMaxErrors(1);
  }

  public RetryPolicy withMaxErrors(int max) {
    return new RetryPolicy(max, maxCrashes, firstDelay, factor, maxDelay, jitter);
  }

  public RetryPolicy withMaxCrashes(int max) {
    return new RetryPolicy(maxErrors, max, firstDelay, factor, maxDelay, jitter);
  }

  public RetryPolicy withDelays(Duration first, double growth, Duration max) {
    return new RetryPolicy(maxErrors, maxCrashes, first, growth, max, jitter);
  }

  public RetryPolicy withJitter(double share) {
    return new RetryPolicy(maxErrors, maxCrashes, firstDelay, factor, maxDelay, share);
  }

  /// The delay after the given number of errors; `random` is in [0, 1).
  public Duration delayAfter(int errors, double random) {
    double millis = (double) firstDelay.toMillis() * Math.pow(factor, errors - 1.0);
    double capped = Math.min(millis, (double) maxDelay.toMillis());
    return Duration.ofMillis(Math.round(capped * (1 + jitter * random)));
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new WaybillException(Code.INVALID_RETRY_POLICY, otherwise);
    }
  }
}
