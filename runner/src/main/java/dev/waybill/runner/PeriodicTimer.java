package dev.waybill.runner;

import java.time.Duration;

/// A periodic timer; first due after one period.
final class PeriodicTimer {

  private final long period;
  private long last = System.nanoTime();

  PeriodicTimer(Duration period) {
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
