package dev.waybill.engine;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that stands still until a test moves it.
public final class SteppingClock implements InstantSource {

  private volatile Instant now = Jobs.NOW;

  @Override
  public Instant instant() {
    return now;
  }

  public void advance(Duration step) {
    now = now.plus(step);
  }
}
