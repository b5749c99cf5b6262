package dev.waybill.cli.output;

import java.util.concurrent.CountDownLatch;

/// How a command that runs until Ctrl-C ends.
public final class ShutdownSignal {

  private ShutdownSignal() {}

  /// For a shutdown hook: the JVM ends when this returns, so it waits until all is closed.
  public static void stop(CountDownLatch stopped, CountDownLatch closed) {
    stopped.countDown();
    try {
      closed.await();
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }
}
