package dev.waybill.worker;

import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.JobSource;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.base.Backoff;
import dev.waybill.result.Refused;
import dev.waybill.result.SettleResult;
import dev.waybill.result.Settled;
import dev.waybill.settings.Limits;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/// Sends outcomes to the source: a thread takes all pending outcomes and settles them in one call.
/// A failed call is repeated while the lease may still be valid.
final class Settler {

  private static final System.Logger LOG = System.getLogger(Settler.class.getName());
  private static final Set<Code> LOST = EnumSet.of(Code.LEASE_LOST, Code.INVALID_TOKEN);
  private static final Set<Code> BAD_OUTCOME =
      EnumSet.of(Code.INVALID_ARGUMENT, Code.INVALID_DELAY, Code.PAYLOAD_TOO_LARGE);

  private final JobSource source;
  private final Set<LeasedTask> held;
  private final Semaphore permits;
  private final BatchQueue<Finished> finished;
  private final List<Thread> threads;

  /// @param freesPermit true if the handler's thread has ended and its slot is not yet free
  private record Finished(LeasedTask task, Outcome outcome, boolean freesPermit) {

    Finished with(Outcome other) {
      return new Finished(task, other, freesPermit);
    }

    Finished withoutPermit() {
      return new Finished(task, outcome, false);
    }
  }

  /// @param held the tasks of the worker; a settled task is removed
  /// @param leasts one entry per concurrent call: the number of outcomes it waits for
  Settler(
      String worker,
      JobSource source,
      Set<LeasedTask> held,
      Semaphore permits,
      List<Integer> leasts) {
    this.source = source;
    this.held = held;
    this.permits = permits;
    this.finished = new BatchQueue<>(Collections.max(leasts));
    this.threads =
        leasts.stream()
            .map(n -> Thread.ofPlatform().daemon().name(worker + "-settler").start(() -> run(n)))
            .toList();
  }

  void settle(LeasedTask task, Outcome outcome, boolean freesPermit) {
    finished.put(new Finished(task, outcome, freesPermit));
  }

  /// Returns when every task of the worker is settled or lost. The outcome of each task must
  /// already be decided.
  void close() throws InterruptedException {
    finished.close();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void run(int least) {
    Backoff backoff = new Backoff(LeaseLoop.FIRST_PAUSE, LeaseLoop.LONGEST_PAUSE);
    CountDownLatch never = new CountDownLatch(1);
    List<Finished> again = List.of();
    try {
      while (true) {
        List<Finished> batch =
            finished.takeAll(again, least, Limits.LEASES_PER_CALL, held::isEmpty);
        if (batch.isEmpty()) {
          return;
        }
        releasePermits(batch);
        again = settle(batch).stream().map(Finished::withoutPermit).toList();
        if (again.isEmpty()) {
          backoff.reset();
        } else {
          backoff.pause(never);
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Returns the outcomes to retry.
  private List<Finished> settle(List<Finished> batch) {
    List<Finished> again = new ArrayList<>(0);
    try {
      List<SettleResult> answers = source.settle(settlements(batch));
      for (int i = 0; i < batch.size(); i++) {
        Finished item = batch.get(i);
        switch (answers.get(i)) {
          case Settled _ -> held.remove(item.task());
          case Refused refused -> refused(item, refused, again);
        }
      }
    } catch (RuntimeException failed) {
      LOG.log(
          Level.WARNING,
          "could not settle " + batch.size() + " jobs; retrying while their leases last",
          failed);
      batch.forEach(item -> retryWhileHeld(item, again));
    }
    return again;
  }

  private static List<Settlement> settlements(List<Finished> batch) {
    List<Settlement> settlements = new ArrayList<>(batch.size());
    for (Finished item : batch) {
      settlements.add(new Settlement(item.task().token(), item.outcome()));
    }
    return settlements;
  }

  private void refused(Finished item, Refused refused, List<Finished> again) {
    if (LOST.contains(refused.code())) {
      LOG.log(Level.DEBUG, "job {0}: {1}", item.task().job().id(), refused.detail());
      held.remove(item.task());
    } else if (BAD_OUTCOME.contains(refused.code())) {
      again.add(item.with(new Outcome.Retry(failure(refused), null)));
    } else {
      retryWhileHeld(item, again);
    }
  }

  private void retryWhileHeld(Finished item, List<Finished> again) {
    if (item.task().mayBeHeld(System.nanoTime())) {
      again.add(item);
    } else {
      LOG.log(
          Level.WARNING,
          "could not settle job {0} before its lease expired; it will run again",
          item.task().job().id());
      held.remove(item.task());
    }
  }

  /// Frees slots before settling, so that the next jobs are leased at the same time; all at once,
  /// so that one lease call asks for all of them.
  private void releasePermits(List<Finished> batch) {
    permits.release((int) batch.stream().filter(Finished::freesPermit).count());
  }

  private static Failure failure(Refused refused) {
    return Failure.of(refused.code().wire(), "the outcome was rejected: " + refused.detail());
  }
}
