package dev.waybill.client.call;

import dev.waybill.base.Backoff;
import java.time.Duration;
import java.util.OptionalLong;

/// Delays between tries, up to a limit for all of them together. The limit counts from the first
/// failure, so that a call that timed out is tried once more.
public final class RetryTime {

  private static final Duration FIRST = Duration.ofMillis(20);
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private final Backoff backoff = new Backoff(FIRST, LONGEST);
  private final Duration bound;
  private long end;

  public RetryTime(Duration bound) {
    this.bound = bound;
  }

  /// The nanoseconds to wait before the next try, at least as long as the server asked for; empty
  /// if that would exceed the limit.
  public OptionalLong next(Duration asked) {
    long now = System.nanoTime();
    if (backoff.isFirst()) {
      end = now + bound.toNanos();
    }
    long wait = Math.max(backoff.nextNanos(), asked.toNanos());
    boolean beyond = now + wait - end > 0;
    return beyond ? OptionalLong.empty() : OptionalLong.of(wait);
  }
}
