package dev.waybill.backend.aws.job;

import java.time.Duration;

/// Lets a question pass at once while it is answered, and only from time to time while it is not.
final class Gate {

  private final long pause;
  private volatile long next = System.nanoTime();

  Gate(Duration pause) {
    this.pause = pause.toNanos();
  }

  boolean opens() {
    return System.nanoTime() - next >= 0;
  }

  void passed(boolean foundNothing) {
    next = System.nanoTime() + (foundNothing ? pause : 0);
  }
}
