package dev.waybill.runner;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Lets one thread wait for a signal from another, with a timeout.
final class Wakeup {

  private final Semaphore words = new Semaphore(0);

  void wake() {
    words.release();
  }

  void await(Duration longest) throws InterruptedException {
    if (words.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS)) {
      words.drainPermits();
    }
  }
}
