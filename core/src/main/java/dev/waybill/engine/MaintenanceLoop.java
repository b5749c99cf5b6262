package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Runs maintenance periodically until it is closed. A failure is logged and the next round tries
/// again.
final class MaintenanceLoop implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(MaintenanceLoop.class.getName());
  private static final Duration LONGEST_CLOSE = Duration.ofSeconds(30);

  private final Runnable tick;
  private final Duration period;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  MaintenanceLoop(Runnable tick, Duration period) {
    this.tick = tick;
    this.period = period;
    this.thread = Thread.ofVirtual().name("waybill-maintenance").start(this::run);
  }

  /// Waits for an active round, so that it does not use a closed store.
  @Override
  public void close() {
    closed.countDown();
    try {
      if (!thread.join(LONGEST_CLOSE)) {
        LOG.log(Level.WARNING, "maintenance did not stop within {0}", LONGEST_CLOSE);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isRunning() {
    return thread.isAlive();
  }

  private void run() {
    try {
      while (!closed.await(period.toNanos(), TimeUnit.NANOSECONDS)) {
        if (!runOnce()) {
          return;
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Returns false if further rounds cannot succeed.
  private boolean runOnce() {
    try {
      tick.run();
      return true;
    } catch (WaybillException failed) {
      LOG.log(Level.WARNING, "maintenance failed; the next round will retry", failed);
      return failed.code() != Code.CLOSED;
    } catch (RuntimeException failed) {
      LOG.log(Level.ERROR, "maintenance failed; the next round will retry", failed);
      return true;
    }
  }
}
