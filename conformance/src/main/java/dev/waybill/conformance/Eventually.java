package dev.waybill.conformance;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// Waits for data that a backend shows with a delay, such as projections.
public final class Eventually {

  private static final ScopedValue<Duration> PATIENCE = ScopedValue.newInstance();
  private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(10);

  private Eventually() {}

  /// Runs an action with a shorter patience on this thread. Other threads, and so other tests, keep
  /// the default.
  public static <T> T withPatience(Duration patience, Supplier<T> action) {
    return ScopedValue.where(PATIENCE, patience).call(action::get);
  }

  /// Repeats assertions until they hold. Fails with the last failure if they do not hold within 30
  /// seconds.
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
