package dev.waybill.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Waits for what a backend may show a little later, such as its projections.
///
/// The system property `waybill.patience.millis` changes how long.
public final class Eventually {

  private static final String PATIENCE = "waybill.patience.millis";
  private static final long LONGEST_MILLIS = 10_000;
  private static final Duration PAUSE = Duration.ofMillis(10);

  private Eventually() {}

  /// Repeats assertions until they hold; fails as they do when they still
  /// have not after ten seconds.
  public static void eventually(Runnable assertions) {
    Duration patience = Duration.ofMillis(Long.getLong(PATIENCE, LONGEST_MILLIS));
    long end = System.nanoTime() + patience.toNanos();
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
