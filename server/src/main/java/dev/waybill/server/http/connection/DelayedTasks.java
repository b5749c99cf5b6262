package dev.waybill.server.http.connection;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Runs delayed and periodic tasks.
public final class DelayedTasks implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(DelayedTasks.class.getName());

  private final ScheduledExecutorService executor;

  public DelayedTasks() {
    ScheduledThreadPoolExecutor one =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("waybill-http-ticker").factory());
    one.setRemoveOnCancelPolicy(true);
    executor = one;
  }

  public void every(Duration period, Runnable action) {
    var _ =
        executor.scheduleWithFixedDelay(
            () -> guarded(action), period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  public Future<?> after(Duration delay, Runnable action) {
    return executor.schedule(action, delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// A task that fails must not end its repetition.
  private static void guarded(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException failed) {
      LOG.log(System.Logger.Level.WARNING, "a periodic task failed", failed);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
