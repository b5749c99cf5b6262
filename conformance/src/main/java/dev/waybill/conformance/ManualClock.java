package dev.waybill.conformance;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/// A clock that stands still until a test moves it. It has whole milliseconds, as stores do.
public final class ManualClock implements InstantSource {

  /// The initial time of every manual clock.
  public static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private final AtomicLong millis = new AtomicLong(START.toEpochMilli());

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis.get());
  }

  public void advance(Duration step) {
    millis.addAndGet(step.toMillis());
  }

  public void set(Instant time) {
    millis.set(time.toEpochMilli());
  }
}
