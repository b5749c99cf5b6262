package dev.waybill.runner;

import java.time.Duration;

/// Something that is to be done every so often, for the first time after one period.
final class Every {

  private final long period;
  private long last = System.nanoTime();

  Every(Duration period) {
    this.period = period.toNanos();
  }

  /// True once per period.
  boolean isDue() {
    long now = System.nanoTime();
    boolean due = now - last >= period;
    last = due ? now : last;
    return due;
  }
}
