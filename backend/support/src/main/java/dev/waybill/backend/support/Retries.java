package dev.waybill.backend.support;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Durations;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Delays between tries of a store to reach its server: longer each time, until it gives up or is
/// closed.
public final class Retries implements AutoCloseable {

  private static final Duration GIVE_UP = Duration.ofSeconds(30);
  private static final Duration BELIEVED_AFTER = Duration.ofSeconds(10);
  private static final long LONGEST_PAUSE_MILLIS = 50;

  private final String server;
  private final CountDownLatch closed = new CountDownLatch(1);

  /// @param server its name in messages
  public Retries(String server) {
    this.server = server;
  }

  @Override
  public void close() {
    closed.countDown();
  }

  public boolean isOpen() {
    return closed.getCount() > 0;
  }

  public void requireOpen() {
    if (!isOpen()) {
      throw new WaybillException(Code.CLOSED, "the store is closed");
    }
  }

  /// Whether to accept the answer of the server even if it contradicts an earlier one.
  public static boolean isLate(long start) {
    return System.nanoTime() - start > BELIEVED_AFTER.toNanos();
  }

  /// Pauses before the next try.
  ///
  /// @param start when the first try began, by `System.nanoTime`
  public void pauseSince(long start) {
    requireOpen();
    Duration since = Duration.ofNanos(System.nanoTime() - start);
    if (since.compareTo(GIVE_UP) > 0) {
      throw new WaybillException(
          Code.UNAVAILABLE,
          server
              + " did not answer within "
              + Durations.text(GIVE_UP)
              + "; a write may have been applied. Retry: writes are idempotent");
    }
    pause(Duration.ofMillis(Math.clamp(since.toMillis(), 1, LONGEST_PAUSE_MILLIS)));
  }

  /// Pauses for this time, or until the store is closed.
  public void pause(Duration time) {
    requireOpen();
    try {
      closed.await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaybillException(
          Code.INTERRUPTED, "interrupted while " + server + " could not be reached", interrupted);
    }
  }
}
