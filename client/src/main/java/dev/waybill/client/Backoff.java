package dev.waybill.client;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;

/// Pauses that grow with every try, with jitter, up to a bound on all of them together. The bound
/// counts from the first failure: a call that failed by taking too long is tried once more, too.
final class Backoff {

  private static final long FIRST = Duration.ofMillis(20).toNanos();
  private static final long LONGEST = Duration.ofSeconds(1).toNanos();

  private final Duration bound;
  private long end;
  private long next = FIRST;

  Backoff(Duration bound) {
    this.bound = bound;
  }

  /// How many nanoseconds to wait before the next try, at least as long as the server asked for;
  /// empty where that would be beyond the bound.
  OptionalLong next(Duration asked) {
    long now = System.nanoTime();
    if (next == FIRST) {
      end = now + bound.toNanos();
    }
    long jittered = next / 2 + ThreadLocalRandom.current().nextLong(next);
    long wait = Math.max(jittered, asked.toNanos());
    next = Math.min(2 * next, LONGEST);
    boolean beyond = now + wait - end > 0;
    return beyond ? OptionalLong.empty() : OptionalLong.of(wait);
  }
}
