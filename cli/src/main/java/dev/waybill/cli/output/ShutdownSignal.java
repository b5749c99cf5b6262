package dev.waybill.cli.output;

import java.util.concurrent.CountDownLatch;

/// Stops a command that runs until Ctrl-C.
public final class ShutdownSignal {

  private ShutdownSignal() {}

  /// For a shutdown hook: waits until everything is closed, because the JVM ends when the hook
  /// returns.
  public static void stop(CountDownLatch stopped, CountDownLatch closed) {
    stopped.countDown();
    try {
      closed.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
