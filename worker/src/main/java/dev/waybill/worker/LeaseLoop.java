package dev.waybill.worker;

import dev.waybill.JobSource;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Limits;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Leases as many jobs as there are free places and starts them, until it is closed.
final class LeaseLoop implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(LeaseLoop.class.getName());

  private final JobSource source;
  private final LeaseRequest request;
  private final Set<HeldTask> held;
  private final Heartbeat heartbeat;
  private final Execution execution;
  private final Semaphore places;
  private final int least;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Backoff backoff = new Backoff(closed);
  private final Thread thread;

  /// @param least how many places must be free before it asks for jobs
  LeaseLoop(
      JobSource source,
      LeaseRequest request,
      Set<HeldTask> held,
      Heartbeat heartbeat,
      Execution execution,
      Semaphore places,
      int least) {
    this.source = source;
    this.request = request;
    this.held = held;
    this.heartbeat = heartbeat;
    this.execution = execution;
    this.places = places;
    this.least = least;
    // A virtual thread: the task it starts then runs on the same carrier, without another wake-up.
    this.thread = Thread.ofVirtual().name(request.worker() + "-leases").start(this::run);
  }

  /// Ends the lease call under way. A source loses no job by that: what it gave just then is given
  /// back.
  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
  }

  /// False where the last lease call has not come back in time. What it brings is then given back
  /// whenever it does.
  boolean awaitEnd(Duration longest) throws InterruptedException {
    return thread.join(longest);
  }

  private void run() {
    try {
      while (!isClosed()) {
        leaseOnce();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void leaseOnce() throws InterruptedException {
    int free = takePlaces();
    if (free == 0) {
      return;
    }
    int used = 0;
    try {
      List<Lease> leases = isClosed() ? List.of() : source.lease(request.withMax(free));
      backoff.reset();
      used = isClosed() ? giveBack(leases) : start(leases);
    } catch (RuntimeException failed) {
      if (!isClosed()) {
        LOG.log(Level.WARNING, "could not lease from queue " + request.queue(), failed);
        backoff.pause();
      }
    } finally {
      places.release(free - used);
    }
  }

  /// Waits for a few, then takes all there are: one call leases for all of them.
  private int takePlaces() throws InterruptedException {
    if (!places.tryAcquire(least, request.patience().toNanos(), TimeUnit.NANOSECONDS)) {
      return 0;
    }
    int all = least + places.drainPermits();
    int usable = Math.min(all, Limits.LEASES_PER_CALL);
    places.release(all - usable);
    return usable;
  }

  private int start(List<Lease> leases) {
    long now = System.nanoTime();
    for (Lease lease : leases) {
      HeldTask task = new HeldTask(source, lease, held, now);
      held.add(task);
      heartbeat.begins(task);
      execution.start(task);
    }
    letThemBegin();
    return leases.size();
  }

  /// What was just started begins before the next lease is asked for.
  @SuppressWarnings("ThreadPriorityCheck") // a hint is all that is wanted
  private static void letThemBegin() {
    Thread.yield();
  }

  private int giveBack(List<Lease> leases) {
    if (!leases.isEmpty()) {
      source.settle(
          leases.stream()
              .map(lease -> new Settlement(lease.token(), new Outcome.Release()))
              .toList());
    }
    return 0;
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }
}
