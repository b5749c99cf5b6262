package dev.waybill.worker;

import dev.waybill.JobSource;
import dev.waybill.LeaseRequest;
import dev.waybill.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Runs the jobs of one queue until closed.
///
/// No job is lost when the worker stops: unfinished jobs are released, and after a crash they
/// become available when their leases expire.
public final class Worker implements AutoCloseable {

  /// How long handlers have to end after they are interrupted at the end of the grace period.
  private static final Duration LAST_CHANCE = Duration.ofSeconds(1);

  private static final int MANY = 64;

  private final Set<LeasedTask> held = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final String name;
  private final int concurrency;
  private final Duration grace;
  private final Duration patience;
  private final Semaphore permits;
  private final Settler settler;
  private final Timeouts timeouts;
  private final Heartbeat heartbeat;
  private final List<LeaseLoop> leases;

  Worker(JobSource source, WorkerBuilder wanted, String name) {
    this.name = name;
    this.concurrency = wanted.concurrency;
    this.grace = wanted.grace;
    this.patience = wanted.patience;
    this.permits = new Semaphore(concurrency);
    this.settler = new Settler(name, source, held, permits, leasts(concurrency));
    this.timeouts = new Timeouts(name, settler);
    this.heartbeat = new Heartbeat(name, source, held, wanted.leaseDuration);
    Execution execution = new Execution(name, wanted.handlers(), settler, timeouts, permits);
    Consumer<LeasedTask> starter =
        task -> {
          heartbeat.begins(task);
          execution.start(task);
        };
    LeaseRequest request =
        new LeaseRequest(wanted.queue, name, 1, wanted.leaseDuration, wanted.patience);
    this.leases =
        leasts(concurrency).stream()
            .map(n -> new LeaseLoop(source, request, held, starter, permits, n))
            .toList();
  }

  /// One entry per concurrent call: the number of free slots or outcomes it waits for. A worker
  /// with many slots makes a second call while the first is in flight, if enough slots or outcomes
  /// have accumulated.
  private static List<Integer> leasts(int concurrency) {
    return concurrency < MANY ? List.of(1) : List.of(1, concurrency / 4);
  }

  public static WorkerBuilder builder(JobSource source) {
    return new WorkerBuilder(source);
  }

  /// The worker name in leases: the configured name and a suffix that is unique per start.
  public String name() {
    return name;
  }

  /// Stops leasing and waits for running handlers, at most for the configured grace period.
  @Override
  public void close() {
    close(grace);
  }

  /// Stops leasing and waits for running handlers. Handlers that are still running after the grace
  /// period are interrupted, and their jobs are released. Stopping a worker never fails a job.
  public void close(Duration longest) {
    if (closed.compareAndSet(false, true)) {
      boolean interrupted = !stop(longest);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Returns false if the caller was interrupted. This ends the wait; the worker stops
  /// nevertheless.
  private boolean stop(Duration longest) {
    leases.forEach(LeaseLoop::close);
    boolean patient = waited(() -> allEnded(longest));
    for (LeaseLoop loop : leases) {
      patient &= waited(() -> loop.awaitEnd(patience.plus(LAST_CHANCE)));
    }
    interruptHandlers();
    patient &= waited(() -> allEnded(LAST_CHANCE));
    giveBackTheRest();
    timeouts.close();
    patient &= waited(settler::close);
    heartbeat.close();
    return patient;
  }

  private interface Wait {
    void run() throws InterruptedException;
  }

  private static boolean waited(Wait wait) {
    try {
      wait.run();
      return true;
    } catch (InterruptedException hurry) {
      return false;
    }
  }

  /// All slots are free when every handler has ended and is settled.
  private boolean allEnded(Duration longest) throws InterruptedException {
    boolean all = permits.tryAcquire(concurrency, longest.toNanos(), TimeUnit.NANOSECONDS);
    if (all) {
      permits.release(concurrency);
    }
    return all;
  }

  private void interruptHandlers() {
    held.stream().filter(task -> !task.hasEnded()).forEach(LeasedTask::stopWithWorker);
  }

  private void giveBackTheRest() {
    for (LeasedTask task : held) {
      if (task.claimOutcome()) {
        settler.settle(task, new Outcome.Release(), false);
      }
    }
  }
}
