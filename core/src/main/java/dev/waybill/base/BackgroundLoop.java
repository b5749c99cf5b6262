package dev.waybill.base;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Runs a step on a thread of its own, again and again until it is closed. A failure is logged, and
/// the next step follows after a pause, unless a store was closed.
public final class BackgroundLoop implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(BackgroundLoop.class.getName());
  private static final Duration LONGEST_CLOSE = Duration.ofSeconds(30);

  private final String name;
  private final Duration pause;
  private final Supplier<Duration> step;
  private final Semaphore woken = new Semaphore(0);
  private final Thread thread;
  private volatile boolean closed;

  /// @param name of the work in messages, such as `maintenance`
  /// @param pause the time before the first step and after a failure
  /// @param step returns the time until the next step
  public BackgroundLoop(String name, Duration pause, Supplier<Duration> step) {
    this.name = name;
    this.pause = pause;
    this.step = step;
    // A step may run native code, such as SQLite, for long. On a virtual thread it would block one
    // of the few threads that run all virtual threads.
    this.thread = Thread.ofPlatform().daemon().name("waybill-" + name).unstarted(this::run);
  }

  public BackgroundLoop start() {
    thread.start();
    return this;
  }

  /// Ends the current pause.
  public void wake() {
    woken.release();
  }

  public boolean isRunning() {
    return thread.isAlive();
  }

  /// Waits for an active step, so that it does not use a closed store.
  @Override
  public void close() {
    closed = true;
    wake();
    try {
      if (isRunning() && !thread.join(LONGEST_CLOSE)) {
        LOG.log(Level.WARNING, "{0} did not stop within {1}", name, LONGEST_CLOSE);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      Duration rest = pause;
      while (isOpenAfter(rest)) {
        rest = stepOnce();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isOpenAfter(Duration rest) throws InterruptedException {
    if (rest.isPositive() && woken.tryAcquire(rest.toNanos(), TimeUnit.NANOSECONDS)) {
      woken.drainPermits();
    }
    return !closed;
  }

  private Duration stepOnce() {
    try {
      return step.get();
    } catch (WaybillException failed) {
      if (failed.code() == Code.CLOSED) {
        LOG.log(Level.DEBUG, name + " ends because its store was closed", failed);
        closed = true;
        return Duration.ZERO;
      }
      LOG.log(Level.WARNING, name + " failed and will be retried", failed);
    } catch (RuntimeException | Error failed) {
      LOG.log(Level.ERROR, name + " failed and will be retried", failed);
    }
    return pause;
  }
}
