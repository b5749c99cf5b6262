package dev.waybill.base;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// Pauses that double with every consecutive failure, with jitter. For one thread.
public final class Backoff {

  private final long first;
  private final long longest;
  private long next;

  public Backoff(Duration first, Duration longest) {
    this.first = first.toNanos();
    this.longest = longest.toNanos();
    this.next = this.first;
  }

  public void reset() {
    next = first;
  }

  public boolean isFirst() {
    return next == first;
  }

  /// Nanoseconds until the next attempt: half to one and a half times the pause.
  public long nextNanos() {
    long jittered = next / 2 + ThreadLocalRandom.current().nextLong(next);
    next = Math.min(2 * next, longest);
    return jittered;
  }

  /// Waits until the next attempt, or until `end` opens.
  public void pause(CountDownLatch end) {
    try {
      var _ = end.await(nextNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
