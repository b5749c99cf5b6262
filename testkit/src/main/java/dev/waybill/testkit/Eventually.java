package dev.waybill.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Waits for what a backend may show a little later, such as its projections.
public final class Eventually {

  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(10);

  private Eventually() {}

  /// Repeats assertions until they hold; fails as they do when they have not after ten seconds.
  public static void eventually(Runnable assertions) {
    long end = System.nanoTime() + LONGEST.toNanos();
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
