package dev.waybill.conformance;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.ForwardingJobStore;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/// Stores with one fault each, as found in real systems. The kit must detect each.
final class BrokenStores {

  private BrokenStores() {}

  /// Leases a job to a second worker while the first still holds the lease.
  static final class Generous extends ForwardingJobStore {
    private final Map<QueueKey, Job> given = new ConcurrentHashMap<>();

    Generous(JobStore good) {
      super(good);
    }

    @Override
    public List<Job> lease(LeaseQuery query) {
      List<Job> leased = store.lease(query);
      if (!leased.isEmpty()) {
        given.put(query.queue(), leased.getLast());
        return leased;
      }
      return Optional.ofNullable(given.remove(query.queue()))
          .flatMap(job -> store.find(key(job)))
          .filter(job -> job.state() == State.RUNNING)
          .map(List::of)
          .orElse(List.of());
    }
  }

  /// Accepts outcomes of any attempt.
  static final class Credulous extends ForwardingJobStore {
    Credulous(JobStore good) {
      super(good);
    }

    @Override
    public List<Applied> apply(List<Step> steps) {
      return each(steps, step -> guarded(step, step.from(), attemptOf(step)), store);
    }

    private int attemptOf(Step step) {
      return store.find(step.guard().job()).map(Job::attempt).orElse(step.guard().attempt());
    }
  }

  /// Requeues jobs whose lease had expired when they were read, even if they have finished since.
  static final class Backwards extends ForwardingJobStore {
    Backwards(JobStore good) {
      super(good);
    }

    @Override
    public List<Applied> apply(List<Step> steps) {
      return each(steps, this::forced, store);
    }

    private Step forced(Step step) {
      return store
          .find(step.guard().job())
          .filter(job -> job.state().isTerminal() && step.ending() == Attempt.Ending.CRASHED)
          .map(job -> guarded(withoutEnding(step), job.state(), job.attempt()))
          .orElse(step);
    }
  }

  /// Finds jobs by ID alone.
  static final class Leaky extends ForwardingJobStore {
    private final Map<JobId, String> owners;

    Leaky(JobStore good, Map<JobId, String> owners) {
      super(good);
      this.owners = owners;
    }

    @Override
    public List<Appended> append(List<Draft> drafts) {
      drafts.forEach(draft -> owners.put(draft.key().id(), draft.key().tenant()));
      return store.append(drafts);
    }

    @Override
    public Optional<Job> find(JobKey key) {
      return store.find(owned(key));
    }

    @Override
    public List<Applied> apply(List<Step> steps) {
      return each(
          steps,
          step -> {
            LeaseKey guard = new LeaseKey(owned(step.guard().job()), step.guard().attempt());
            return guarded(step, guard, step.from());
          },
          store);
    }

    private JobKey owned(JobKey key) {
      return new JobKey(owners.getOrDefault(key.id(), key.tenant()), key.id());
    }
  }

  /// Knows request IDs only as long as their jobs are live.
  static final class Amnesiac extends ForwardingJobStore {
    Amnesiac(JobStore good) {
      super(good);
    }

    @Override
    public List<Appended> append(List<Draft> drafts) {
      return drafts.stream().map(this::append).toList();
    }

    private Appended append(Draft draft) {
      Appended answer = one(store, draft);
      return answer instanceof Appended.Duplicate known && known.state().isTerminal()
          ? one(store, disguised(draft))
          : answer;
    }
  }

  /// Looks up a request ID first and stores it later, so that two callers can both create a job.
  static final class Racy extends ForwardingJobStore {
    private final AtomicInteger inside = new AtomicInteger();

    Racy(JobStore good) {
      super(good);
    }

    @Override
    public List<Appended> append(List<Draft> drafts) {
      boolean alone = inside.incrementAndGet() == 1;
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      try {
        return drafts.stream().map(draft -> append(draft, alone)).toList();
      } finally {
        inside.decrementAndGet();
      }
    }

    private Appended append(Draft draft, boolean alone) {
      Appended answer = one(store, draft);
      boolean missed = answer instanceof Appended.Duplicate && !alone;
      return missed ? one(store, disguised(draft)) : answer;
    }
  }

  private static Appended one(JobStore store, Draft draft) {
    return store.append(List.of(draft)).getFirst();
  }

  /// The same draft in a form that the inner store does not recognize.
  private static Draft disguised(Draft draft) {
    return Drafts.draft(draft.key().tenant(), draft.job().toBuilder().requestId(null).build());
  }

  private static JobKey key(Job job) {
    return new JobKey(job.tenant(), job.id());
  }

  private static List<Applied> each(List<Step> steps, UnaryOperator<Step> change, JobStore store) {
    return steps.stream().map(step -> store.apply(List.of(change.apply(step))).getFirst()).toList();
  }

  private static Step guarded(Step step, State from, int attempt) {
    return guarded(step, new LeaseKey(step.guard().job(), attempt), from);
  }

  private static Step guarded(Step step, LeaseKey guard, State from) {
    return new Step(
        guard,
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

  private static Step withoutEnding(Step step) {
    return new Step(
        step.guard(),
        step.from(),
        step.to(),
        step.delay(),
        step.front(),
        step.cancelRequested(),
        step.counts(),
        null,
        step.result(),
        step.failure());
  }
}
