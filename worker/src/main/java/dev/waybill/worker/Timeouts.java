package dev.waybill.worker;

import dev.waybill.Failure;
import dev.waybill.Outcome;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Ends attempts that exceed the timeout of their job: settles them as a retry and interrupts the
/// handler.
final class Timeouts {

  private static final Watch NONE = () -> {};

  private final Settler settler;
  private final ScheduledThreadPoolExecutor timer;

  Timeouts(String worker, Settler settler) {
    this.settler = settler;
    this.timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name(worker + "-timeouts").factory());
    timer.setRemoveOnCancelPolicy(true);
  }

  /// Watches one attempt until closed.
  interface Watch extends AutoCloseable {

    @Override
    void close();
  }

  Watch watch(LeasedTask task) {
    Duration timeout = task.job().request().timeout();
    if (timeout == null) {
      return NONE;
    }
    Future<?> alarm =
        timer.schedule(() -> end(task, timeout), timeout.toNanos(), TimeUnit.NANOSECONDS);
    return () -> alarm.cancel(false);
  }

  void close() {
    timer.shutdownNow();
  }

  private void end(LeasedTask task, Duration timeout) {
    if (task.claimOutcome()) {
      settler.settle(task, new Outcome.Retry(Failure.timedOut(timeout), null), false);
      task.cancel(StopReason.TIMEOUT);
    }
  }
}
