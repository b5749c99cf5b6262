package dev.waybill.rig;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.ForwardingJobStore;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/// The store with one seeded bug.
final class SeededBugStores {

  private SeededBugStores() {}

  static JobStore with(SeededBug bug, JobStore good) {
    return switch (bug) {
      case NONE, NO_FSYNC, SHUTDOWN_WRITES_TERMINAL -> good;
      case ACKNOWLEDGE_BEFORE_COMMIT -> new AcknowledgesFirst(good);
      case MAINTENANCE_WITHOUT_GUARD -> new RescuesBlindly(good);
      case TOKEN_WITHOUT_ATTEMPT_CHECK -> new TakesAnyAttempt(good);
      case CHECK_THEN_INSERT -> new ChecksThenInserts(good);
    };
  }

  private static final class AcknowledgesFirst extends ForwardingJobStore {

    private final ExecutorService later =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());

    AcknowledgesFirst(JobStore good) {
      super(good);
    }

    @Override
    public List<Appended> append(List<Draft> drafts) {
      Future<List<Appended>> stored = later.submit(() -> store.append(drafts));
      return stored.isCancelled() ? List.of() : drafts.stream().map(this::promised).toList();
    }

    private Appended promised(Draft draft) {
      return new Appended.New(draft.key().id(), State.QUEUED, Instant.now());
    }
  }

  /// Decides by an outdated state, like a rescuer that only looks at the time.
  private static final class RescuesBlindly extends ForwardingJobStore {

    private static final int EVERY = 20;

    private final Queue<Job> seenRunning = new ConcurrentLinkedQueue<>();
    private final AtomicInteger leases = new AtomicInteger();

    RescuesBlindly(JobStore good) {
      super(good);
    }

    @Override
    public List<Job> lease(LeaseQuery take) {
      List<Job> leased = store.lease(take);
      if (!leased.isEmpty() && leases.getAndIncrement() % EVERY == 0) {
        seenRunning.add(leased.getFirst());
      }
      return leased;
    }

    @Override
    public List<Job> overdue(int max) {
      List<Job> overdue = new ArrayList<>(store.overdue(max));
      for (Job job = seenRunning.poll(); job != null; job = seenRunning.poll()) {
        overdue.add(job);
      }
      return overdue;
    }

    @Override
    public List<Applied> apply(List<Step> steps) {
      return store.apply(steps.stream().map(this::forced).toList());
    }

    private Step forced(Step step) {
      return step.ending() != Attempt.Ending.CRASHED
          ? step
          : store
              .find(step.guard().job())
              .map(job -> Steps.guardedBy(step, job.attempt(), job.state()))
              .orElse(step);
    }
  }

  private static final class TakesAnyAttempt extends ForwardingJobStore {

    TakesAnyAttempt(JobStore good) {
      super(good);
    }

    @Override
    public List<Applied> apply(List<Step> steps) {
      return store.apply(steps.stream().map(this::current).toList());
    }

    private Step current(Step step) {
      return store
          .find(step.guard().job())
          .map(job -> Steps.guardedBy(step, job.attempt(), step.from()))
          .orElse(step);
    }
  }

  private static final class ChecksThenInserts extends ForwardingJobStore {

    private final Map<String, JobId> known = new ConcurrentHashMap<>();

    ChecksThenInserts(JobStore good) {
      super(good);
    }

    @Override
    public List<Appended> append(List<Draft> drafts) {
      return drafts.stream().map(this::append).toList();
    }

    private Appended append(Draft draft) {
      String request = String.valueOf(draft.job().requestId());
      JobId before = known.get(request);
      if (before != null) {
        JobKey key = new JobKey(draft.key().tenant(), before);
        Job job = store.find(key).orElseThrow();
        return new Appended.Duplicate(job.id(), job.state(), job.createdAt());
      }
      Draft bare = new Draft(draft.key(), draft.job().toBuilder().requestId(null).build(), null);
      Appended stored = store.append(List.of(bare)).getFirst();
      known.put(request, draft.key().id());
      return stored;
    }
  }

  private static final class Steps {

    private Steps() {}

    static Step guardedBy(Step step, int attempt, State from) {
      return new Step(
          new LeaseKey(step.guard().job(), attempt),
          from,
          step.to(),
          step.delay(),
          step.front(),
          step.cancelRequested(),
          step.counts(),
          step.ending(),
          step.result(),
          step.failure());
    }
  }
}
