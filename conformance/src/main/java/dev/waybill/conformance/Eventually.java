package dev.waybill.conformance;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// Waits for what a backend may show a little later, such as its projections.
public final class Eventually {

  private static final ScopedValue<Duration> PATIENCE = ScopedValue.newInstance();
  private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(10);

  private Eventually() {}

  /// Runs an action whose own thread waits no longer than `patience`. Other threads, and so the
  /// tests that run at the same time, keep the default.
  public static <T> T withPatience(Duration patience, Supplier<T> action) {
    return ScopedValue.where(PATIENCE, patience).call(action::get);
  }

  /// Repeats assertions until they hold. Fails with the last failure when they do not hold within
  /// 30 seconds.
  public static void eventually(Runnable assertions) {
    long end = System.nanoTime() + PATIENCE.orElse(DEFAULT_PATIENCE).toNanos();
    while (true) {
      try {
        assertions.run();
        return;
      } catch (AssertionError notYet) {
        if (System.nanoTime() - end >= 0) {
          throw notYet;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }
}
