package dev.waybill.worker;

import dev.waybill.Job;
import dev.waybill.JobSource;
import dev.waybill.Lease;
import dev.waybill.Limits;
import dev.waybill.NewEvent;
import dev.waybill.Payload;
import dev.waybill.Published;
import dev.waybill.Refused;
import dev.waybill.TaskToken;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A lease in the worker's hands. Several want to have the last word on it: the handler, its
/// timeout, the heartbeat that hears it was lost, the end of the worker. The first one has it.
final class HeldTask implements Task {

  private static final Duration TIMEOUT_GRACE = Duration.ofSeconds(2);

  private final JobSource source;
  private final Lease lease;
  private final Set<HeldTask> held;
  private final AtomicBoolean spoken = new AtomicBoolean();
  private final AtomicReference<@Nullable StopReason> stopReason = new AtomicReference<>();
  private volatile @Nullable Thread thread;
  private volatile boolean workerStops;
  private volatile long heldUntil;
  private long nextSequence;

  /// @param held all that is in the worker's hands, among them this one until its attempt ended
  /// @param leasedAt when the lease arrived, in nanoseconds. It was given a moment before; the call
  ///     that brought it may have waited for much longer than a lease lasts. The heartbeat knows
  ///     better soon.
  HeldTask(JobSource source, Lease lease, Set<HeldTask> held, long leasedAt) {
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

  /// One at a time: a sequence below the last one stored would be taken for a repeat.
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

  /// True for the first caller only: what it has to say is how the attempt ends.
  boolean takeLastWord() {
    return spoken.compareAndSet(false, true);
  }

  boolean hasEnded() {
    return spoken.get();
  }

  /// The current thread is the handler's. It may have been told to stop before it began.
  void runsHere() {
    Thread current = Thread.currentThread();
    thread = current;
    if (isCancelled()) {
      current.interrupt();
    }
  }

  /// Tells the handler to stop.
  void cancel(StopReason reason) {
    stopReason.accumulateAndGet(reason, HeldTask::stronger);
    Thread handler = thread;
    if (handler != null) {
      handler.interrupt();
    }
  }

  /// The lease has gone, or may have: what the handler says about this attempt is not sent any
  /// more. A task whose outcome is on its way may be refused because that has arrived: then its
  /// settler hears the answer, and this changes nothing.
  boolean lose() {
    boolean first = takeLastWord();
    if (first) {
      held.remove(this);
      cancel(StopReason.LEASE_LOST);
    }
    return first;
  }

  /// Tells the handler to stop because the worker does: not the job's fault.
  void stopWithWorker() {
    workerStops = true;
    cancel(StopReason.WORKER_STOPS);
  }

  boolean stopsWithWorker() {
    return workerStops;
  }

  /// How long the lease lasted at first, at least what any lease lasts: the lease of a job with a
  /// shorter timeout cannot be extended anyway.
  Duration firstHold() {
    Duration hold = longestHold(lease);
    return hold.compareTo(Limits.MIN_HOLD) < 0 ? Limits.MIN_HOLD : hold;
  }

  /// Whether its lease is worth a call: the handler runs and wants to hear whether to stop, or its
  /// outcome has been on its way for a third of what a lease lasts.
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

  /// A lease that ends with the timeout of its job may be settled a little later all the same: as
  /// timed out, which is what its source makes of it otherwise.
  private static Duration longestHold(Lease lease) {
    boolean endsWithTimeout = lease.hold().equals(lease.job().request().timeout());
    return endsWithTimeout ? lease.hold().plus(TIMEOUT_GRACE) : lease.hold();
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
