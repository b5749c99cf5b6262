package dev.waybill.worker;

import dev.waybill.Job;
import dev.waybill.JobSource;
import dev.waybill.Lease;
import dev.waybill.NewEvent;
import dev.waybill.Payload;
import dev.waybill.TaskToken;
import dev.waybill.result.Published;
import dev.waybill.result.Refused;
import dev.waybill.settings.Limits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A job leased by this worker. The handler, its timeout, a lost lease and the stop of the worker
/// compete to end the attempt; the first one wins.
final class LeasedTask implements Task {

  private static final Duration TIMEOUT_GRACE = Duration.ofSeconds(2);

  private final JobSource source;
  private final Lease lease;
  private final Set<LeasedTask> held;
  private final AtomicBoolean spoken = new AtomicBoolean();
  private final AtomicReference<@Nullable StopReason> stopReason = new AtomicReference<>();
  private volatile @Nullable Thread thread;
  private volatile boolean workerStops;
  private volatile long heldUntil;
  private long nextSequence;

  /// @param held all tasks of the worker, including this one until its attempt has ended
  /// @param leasedAt when the lease arrived, by `System.nanoTime`. The source granted it a little
  ///     earlier; the start of the call cannot be used, because the call may have waited
  ///     longer than a lease lasts. The first heartbeat corrects this.
  LeasedTask(JobSource source, Lease lease, Set<LeasedTask> held, long leasedAt) {
    this.source = source;
    this.lease = lease;
    this.held = held;
    this.heldUntil = leasedAt + longestHold(lease).toNanos();
  }

  @Override
  public Job job() {
    return lease.job();
  }

  @Override
  public boolean isCancelled() {
    return stopReason.get() != null;
  }

  @Override
  public Optional<StopReason> stopReason() {
    return Optional.ofNullable(stopReason.get());
  }

  @Override
  public void throwIfCancelled() {
    if (isCancelled()) {
      throw new CancellationException("job " + job().id() + " should stop");
    }
  }

  /// Serialized: the source ignores a sequence below the last one it stored.
  @Override
  public synchronized void publish(String type, Payload data) {
    NewEvent event = new NewEvent(nextSequence++, type, null, data);
    switch (source.publish(token(), List.of(event))) {
      case Published _ -> {}
      case Refused refused -> throw refused.asException();
    }
  }

  @Override
  public TaskToken token() {
    return lease.token();
  }

  /// True only for the first caller, which decides how the attempt ends.
  boolean claimOutcome() {
    return spoken.compareAndSet(false, true);
  }

  boolean hasEnded() {
    return spoken.get();
  }

  /// Records the current thread as the handler's. The task may have been stopped before this.
  void runsHere() {
    Thread current = Thread.currentThread();
    thread = current;
    if (isCancelled()) {
      current.interrupt();
    }
  }

  /// Asks the handler to stop.
  void cancel(StopReason reason) {
    stopReason.accumulateAndGet(reason, LeasedTask::stronger);
    Thread handler = thread;
    if (handler != null) {
      handler.interrupt();
    }
  }

  /// Marks the lease as lost or possibly lost: the outcome of the handler is no longer sent. If an
  /// outcome is being sent, a refused heartbeat may only mean that it has arrived; the settler gets
  /// that answer, and this call changes nothing.
  boolean lose() {
    boolean first = claimOutcome();
    if (first) {
      held.remove(this);
      cancel(StopReason.LEASE_LOST);
    }
    return first;
  }

  /// Asks the handler to stop because the worker stops. This does not count against the job.
  void stopWithWorker() {
    workerStops = true;
    cancel(StopReason.WORKER_STOPS);
  }

  boolean stopsWithWorker() {
    return workerStops;
  }

  /// The first lease duration, but at least the minimum lease duration: the lease of a job with a
  /// shorter timeout cannot be extended anyway.
  Duration firstHold() {
    Duration leaseDuration = longestHold(lease);
    return leaseDuration.compareTo(Limits.MIN_LEASE_DURATION) < 0
        ? Limits.MIN_LEASE_DURATION
        : leaseDuration;
  }

  /// True if the lease must be extended: the handler is running, or its outcome has been in flight
  /// for a third of the lease duration.
  boolean wantsHeartbeat(long now) {
    return !hasEnded() || heldUntil - now < firstHold().dividedBy(3).toNanos() * 2;
  }

  void extended(long now, Duration remaining) {
    heldUntil = now + remaining.toNanos();
  }

  @Override
  public boolean mayBeHeld() {
    if (stopReason.get() == StopReason.LEASE_LOST) {
      return false;
    }
    boolean maybe = mayBeHeld(System.nanoTime());
    if (!maybe) {
      lose();
    }
    return maybe;
  }

  boolean mayBeHeld(long now) {
    return heldUntil - now > 0;
  }

  /// A lease that ends with the timeout of its job may still be settled a little later, as timed
  /// out; otherwise its source does the same.
  private static Duration longestHold(Lease lease) {
    boolean endsWithTimeout = lease.leaseDuration().equals(lease.job().request().timeout());
    return endsWithTimeout ? lease.leaseDuration().plus(TIMEOUT_GRACE) : lease.leaseDuration();
  }

  private static StopReason stronger(@Nullable StopReason known, StopReason reason) {
    boolean over =
        switch (reason) {
          case CANCELLED, WORKER_STOPS -> false;
          case TIMEOUT, LEASE_LOST -> true;
        };
    return over || known == null ? reason : known;
  }
}
