package dev.waybill.worker;

import dev.waybill.JobSource;
import dev.waybill.TaskToken;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.Extended;
import dev.waybill.result.Refused;
import dev.waybill.settings.Limits;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Extends all leases of the worker in one call and learns which handlers must stop. The interval
/// is a third of the shortest lease duration seen so far, and at most one second.
///
/// Runs on a platform thread: handlers that occupy every carrier of virtual threads must not lose
/// their own leases.
final class Heartbeat implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Heartbeat.class.getName());
  private static final Duration LONGEST_PERIOD = Duration.ofSeconds(1);

  private final JobSource source;
  private final Set<LeasedTask> held;
  private final @Nullable Duration leaseDuration;
  private final Semaphore changed = new Semaphore(0);
  private volatile boolean closed;
  private volatile Duration period;

  /// @param leaseDuration the lease duration to ask for; null for the default of the source
  Heartbeat(
      String worker, JobSource source, Set<LeasedTask> held, @Nullable Duration leaseDuration) {
    this.source = source;
    this.held = held;
    this.leaseDuration = leaseDuration;
    this.period =
        leaseDuration == null
            ? LONGEST_PERIOD
            : shorter(LONGEST_PERIOD, leaseDuration.dividedBy(3));
    Thread.ofPlatform().daemon().name(worker + "-heartbeat").start(this::run);
  }

  @Override
  public void close() {
    closed = true;
    changed.release();
  }

  /// Adds a lease. A lease that is shorter than the others shortens the interval.
  void begins(LeasedTask task) {
    Duration wanted = shorter(period, task.firstHold().dividedBy(3));
    if (leaseDuration == null && wanted.compareTo(period) < 0) {
      period = wanted;
      changed.release();
    }
  }

  private void run() {
    try {
      while (!closed) {
        if (!changed.tryAcquire(period.toNanos(), TimeUnit.NANOSECONDS)) {
          beat();
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private void beat() {
    long now = System.nanoTime();
    List<LeasedTask> tasks = held.stream().filter(task -> task.wantsHeartbeat(now)).toList();
    for (int from = 0; from < tasks.size(); from += Limits.LEASES_PER_CALL) {
      int to = Math.min(tasks.size(), from + Limits.LEASES_PER_CALL);
      extend(tasks.subList(from, to));
    }
  }

  private void extend(List<LeasedTask> tasks) {
    List<TaskToken> tokens = tasks.stream().map(LeasedTask::token).toList();
    long before = System.nanoTime();
    try {
      List<ExtendResult> answers = source.extend(tokens, leaseDuration);
      for (int i = 0; i < tasks.size(); i++) {
        hear(tasks.get(i), answers.get(i), before);
      }
    } catch (RuntimeException failed) {
      LOG.log(
          Level.WARNING,
          "could not extend " + tasks.size() + " leases; the next heartbeat retries",
          failed);
    }
  }

  private void hear(LeasedTask task, ExtendResult answer, long before) {
    switch (answer) {
      case Extended extended -> {
        task.extended(before, extended.remaining());
        if (extended.cancelRequested() && !task.hasEnded()) {
          task.cancel(StopReason.CANCELLED);
        }
      }
      case Refused refused -> lost(task, refused);
    }
  }

  private static void lost(LeasedTask task, Refused refused) {
    if (task.lose()) {
      LOG.log(Level.DEBUG, "job {0}: {1}", task.job().id(), refused.detail());
    }
  }
}
