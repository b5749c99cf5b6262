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

/// Runs the jobs of one queue until it is closed.
///
/// Nothing is lost when it stops, whichever way: what it has not finished is given back, and what
/// a crash leaves behind comes back when the lease ends.
public final class Worker implements AutoCloseable {

  /// How long handlers that were interrupted at the end of the grace time have to end.
  private static final Duration LAST_CHANCE = Duration.ofSeconds(1);

  private static final int MANY = 64;

  private final Set<HeldTask> held = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final String name;
  private final int concurrency;
  private final Duration grace;
  private final Duration patience;
  private final Semaphore places;
  private final Settler settler;
  private final Timeouts timeouts;
  private final Heartbeat heartbeat;
  private final List<LeaseLoop> leases;

  Worker(JobSource source, WorkerBuilder wanted, String name) {
    this.name = name;
    this.concurrency = wanted.concurrency;
    this.grace = wanted.grace;
    this.patience = wanted.patience;
    this.places = new Semaphore(concurrency);
    this.settler = new Settler(name, source, held, places, leasts(concurrency));
    this.timeouts = new Timeouts(name, settler);
    this.heartbeat = new Heartbeat(name, source, held, wanted.hold);
    Execution execution = new Execution(name, wanted.handlers(), settler, timeouts, places);
    LeaseRequest request = new LeaseRequest(wanted.queue, name, 1, wanted.hold, wanted.patience);
    this.leases =
        leasts(concurrency).stream()
            .map(n -> new LeaseLoop(source, request, held, heartbeat, execution, places, n))
            .toList();
  }

  /// How many places or outcomes are worth a call. A worker with many places has a second call to
  /// lease and to settle while the answer to the first is on its way, if it is for a fair part.
  private static List<Integer> leasts(int concurrency) {
    return concurrency < MANY ? List.of(1) : List.of(1, concurrency / 4);
  }

  public static WorkerBuilder builder(JobSource source) {
    return new WorkerBuilder(source);
  }

  /// The name under which it leases: the one it was given, and a part that differs with every
  /// start.
  public String name() {
    return name;
  }

  /// Stops leasing and waits for running handlers, for as long as the builder's grace time.
  @Override
  public void close() {
    close(grace);
  }

  /// Stops leasing and waits for running handlers. Those that have not ended after the grace time
  /// are interrupted, and what they have not finished is given back. A stop never fails a job.
  public void close(Duration longest) {
    if (closed.compareAndSet(false, true)) {
      boolean interrupted = !stop(longest);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// False where the caller was interrupted, which ends a wait but not the stopping.
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

  /// Every place is free when every handler has ended and been settled.
  private boolean allEnded(Duration longest) throws InterruptedException {
    boolean all = places.tryAcquire(concurrency, longest.toNanos(), TimeUnit.NANOSECONDS);
    if (all) {
      places.release(concurrency);
    }
    return all;
  }

  private void interruptHandlers() {
    held.stream().filter(task -> !task.hasEnded()).forEach(HeldTask::stopWithWorker);
  }

  private void giveBackTheRest() {
    for (HeldTask task : held) {
      if (task.takeLastWord()) {
        settler.settle(task, new Outcome.Release(), false);
      }
    }
  }
}
