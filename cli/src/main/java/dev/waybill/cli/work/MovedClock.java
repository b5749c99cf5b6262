package dev.waybill.cli.work;

import java.time.Instant;
import java.time.InstantSource;

/// A clock that stands still until it is moved, and never goes back.
final class MovedClock implements InstantSource {

  private volatile Instant now;

  MovedClock(Instant start) {
    now = start;
  }

  @Override
  public Instant instant() {
    return now;
  }

  void moveTo(Instant time) {
    if (time.isAfter(now)) {
      now = time;
    }
  }
}
