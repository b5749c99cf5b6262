package dev.waybill.worker;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// Pauses that grow with every failure in a row, with jitter.
final class Backoff {

  private static final long FIRST = Duration.ofMillis(50).toNanos();
  private static final long LONGEST = Duration.ofSeconds(2).toNanos();

  private final CountDownLatch end;
  private long next = FIRST;

  /// Never cut short.
  Backoff() {
    this(new CountDownLatch(1));
  }

  /// A pause is cut short when `end` opens.
  Backoff(CountDownLatch end) {
    this.end = end;
  }

  void reset() {
    next = FIRST;
  }

  void pause() {
    long jittered = next + ThreadLocalRandom.current().nextLong(next / 2);
    next = Math.min(2 * next, LONGEST);
    try {
      end.await(jittered, TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
