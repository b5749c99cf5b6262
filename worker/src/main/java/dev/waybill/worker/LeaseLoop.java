package dev.waybill.worker;

import dev.waybill.JobSource;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Settlement;
import dev.waybill.base.Backoff;
import dev.waybill.settings.Limits;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Leases a job for each free slot and starts it, until it is closed.
final class LeaseLoop implements AutoCloseable {

  static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private static final System.Logger LOG = System.getLogger(LeaseLoop.class.getName());

  private final JobSource source;
  private final LeaseRequest request;
  private final Set<LeasedTask> held;
  private final Consumer<LeasedTask> starter;
  private final Semaphore permits;
  private final int least;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Backoff backoff = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
  private final Thread thread;

  /// @param starter runs a leased job
  /// @param least the number of free slots to wait for before asking for jobs
  LeaseLoop(
      JobSource source,
      LeaseRequest request,
      Set<LeasedTask> held,
      Consumer<LeasedTask> starter,
      Semaphore permits,
      int least) {
    this.source = source;
    this.request = request;
    this.held = held;
    this.starter = starter;
    this.permits = permits;
    this.least = least;
    // A virtual thread: the tasks it starts run on the same carrier, without another wake-up.
    this.thread = Thread.ofVirtual().name(request.worker() + "-leases").start(this::run);
  }

  /// Cancels the pending lease call. No job is lost: the source releases a job it had just leased.
  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
  }

  /// Returns false if the last lease call did not return in time. Its jobs are released when it
  /// does.
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
    int free = takePermits();
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
        LOG.log(
            Level.WARNING, "could not lease from queue " + request.queue() + "; retrying", failed);
        backoff.pause(closed);
      }
    } finally {
      permits.release(free - used);
    }
  }

  /// Waits for a few free slots, then takes all of them, so that one call leases for all.
  private int takePermits() throws InterruptedException {
    if (!permits.tryAcquire(least, request.patience().toNanos(), TimeUnit.NANOSECONDS)) {
      return 0;
    }
    int all = least + permits.drainPermits();
    int usable = Math.min(all, Limits.LEASES_PER_CALL);
    permits.release(all - usable);
    return usable;
  }

  private int start(List<Lease> leases) {
    long now = System.nanoTime();
    for (Lease lease : leases) {
      LeasedTask task = new LeasedTask(source, lease, held, now);
      held.add(task);
      starter.accept(task);
    }
    yieldToStartedTasks();
    return leases.size();
  }

  /// Lets the tasks just started run before the next lease call.
  @SuppressWarnings("ThreadPriorityCheck") // a hint is all that is wanted
  private static void yieldToStartedTasks() {
    Thread.yield();
  }

  private int giveBack(List<Lease> leases) {
    if (!leases.isEmpty()) {
      source.settle(Settlement.releases(leases));
    }
    return 0;
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }
}
