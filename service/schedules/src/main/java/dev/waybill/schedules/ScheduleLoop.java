package dev.waybill.schedules;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Ticks when the next firing is due, or when it is woken, until it is closed. A failure is logged,
/// and a second later it tries again.
final class ScheduleLoop implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(ScheduleLoop.class.getName());
  private static final Duration LONGEST_CLOSE = Duration.ofSeconds(30);
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final Supplier<Instant> tick;
  private final InstantSource clock;
  private final Semaphore woken = new Semaphore(0);
  private final Thread thread;
  private volatile boolean closed;

  /// @param tick answers when it wants to be called again
  ScheduleLoop(Supplier<Instant> tick, InstantSource clock) {
    this.tick = tick;
    this.clock = clock;
    this.thread = Thread.ofVirtual().name("waybill-schedules").start(this::run);
  }

  void wake() {
    woken.release();
  }

  /// Waits for a tick under way, so that the store is not closed beneath it.
  @Override
  public void close() {
    closed = true;
    wake();
    try {
      if (!thread.join(LONGEST_CLOSE)) {
        LOG.log(Level.WARNING, "schedules have not ended after {0}", LONGEST_CLOSE);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!closed) {
        Duration rest = tickOnce();
        if (rest.isPositive() && woken.tryAcquire(rest.toNanos(), TimeUnit.NANOSECONDS)) {
          woken.drainPermits();
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// How long to rest afterwards: never long, since the clock may be set meanwhile.
  private Duration tickOnce() {
    try {
      Duration rest = Duration.between(clock.instant(), tick.get());
      return rest.compareTo(RETRY) > 0 ? RETRY : rest;
    } catch (WaybillException failed) {
      closed = closed || failed.code() == Code.CLOSED;
      LOG.log(Level.WARNING, "schedules could not fire and will try again", failed);
    } catch (RuntimeException failed) {
      LOG.log(Level.ERROR, "schedules could not fire and will try again", failed);
    }
    return RETRY;
  }
}
