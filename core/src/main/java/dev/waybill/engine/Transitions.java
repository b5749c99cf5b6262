package dev.waybill.engine;

import dev.waybill.Attempt.Ending;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.Step;
import dev.waybill.spi.Step.Counts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The lifecycle of a job as pure functions from its state and an event to the next step. The
/// diagram is in `docs/lifecycle.md`.
public final class Transitions {

  private Transitions() {}

  /// The attempt succeeded. Needs only the lease, so that the most frequent step reads nothing.
  public static Step completed(LeaseKey lease, Payload result) {
    return Step.builder(lease, State.RUNNING, State.COMPLETED)
        .ending(Ending.COMPLETED)
        .result(result)
        .build();
  }

  /// The step after a worker's outcome for a running job. A job that was asked to stop ends as
  /// cancelled unless it completed. `random` is in [0, 1).
  public static Step settled(Job job, Outcome outcome, RetryPolicy policy, double random) {
    boolean stop = job.progress().cancelRequested();
    return switch (outcome) {
      case Outcome.Done done -> completed(leaseOf(job), done.result());
      case Outcome.Retry retry when stop -> cancelledRunning(job, retry.failure());
      case Outcome.Fail fail when stop -> cancelledRunning(job, fail.failure());
      case Outcome.Reject reject when stop -> cancelledRunning(job, reject.failure());
      case Outcome.Snooze _ when stop -> cancelledRunning(job, null);
      case Outcome.Release _ when stop -> cancelledRunning(job, null);
      case Outcome.Retry retry -> failedOnce(job, retry, policy, random);
      case Outcome.Fail fail ->
          ended(job, State.FAILED, counts(job), Ending.FAILED, fail.failure());
      case Outcome.Reject reject ->
          ended(job, State.DEAD, oneMoreError(job), Ending.FAILED, reject.failure());
      case Outcome.Snooze snooze -> back(job, snooze.delay(), false, counts(job), Ending.SNOOZED);
      case Outcome.Release _ -> back(job, Duration.ZERO, true, counts(job), Ending.RELEASED);
    };
  }

  /// The lease of a running job expired: the attempt exceeded the timeout of the job, or its worker
  /// vanished. `random` is in [0, 1).
  public static Step lapsed(Job job, RetryPolicy policy, double random) {
    if (job.progress().cancelRequested()) {
      return cancelledRunning(job, null);
    }
    Duration timeout = job.request().timeout();
    return timeout != null && hasTimedOut(job, timeout)
        ? failedOnce(job, new Outcome.Retry(Failure.timedOut(timeout), null), policy, random)
        : crashed(job, policy);
  }

  /// A lease that ends at the timeout was limited by it, or was extended up to it.
  private static boolean hasTimedOut(Job job, Duration timeout) {
    Instant until = job.progress().leaseUntil();
    return until != null && !until.isBefore(job.progress().updatedAt().plus(timeout));
  }

  private static Step crashed(Job job, RetryPolicy policy) {
    Counts before = counts(job);
    Counts after = new Counts(before.generation(), before.errors(), before.crashes() + 1);
    Failure failure =
        Failure.of("worker_crashed", "the lease of worker " + job.progress().worker() + " expired");
    if (after.crashes() >= policy.maxCrashes()) {
      return ended(job, State.DEAD, after, Ending.CRASHED, failure);
    }
    return to(job, State.QUEUED)
        .front(true)
        .counts(after)
        .ending(Ending.CRASHED)
        .failure(failure)
        .build();
  }

  /// A waiting job reached its deadline.
  public static Step expired(Job job) {
    Failure failure =
        Failure.of(
            "deadline_passed", "was not started before its deadline " + job.request().deadline());
    return ended(job, State.FAILED, counts(job), null, failure);
  }

  /// A job waited for a worker for longer than its queue allows.
  public static Step waitedTooLong(Job job, Duration allowed) {
    Failure failure =
        Failure.of(
            "expired", "was not started within " + allowed + ", the waiting_ttl of its queue");
    return ended(job, State.FAILED, counts(job), null, failure);
  }

  /// Empty if the job has finished or was already asked to stop.
  public static Optional<Step> cancelled(Job job) {
    return switch (job.state()) {
      case SCHEDULED, QUEUED -> Optional.of(ended(job, State.CANCELLED, counts(job), null, null));
      case RUNNING ->
          job.progress().cancelRequested()
              ? Optional.empty()
              : Optional.of(to(job, State.RUNNING).cancelRequested(true).build());
      case COMPLETED, FAILED, CANCELLED, DEAD -> Optional.empty();
    };
  }

  /// Empty if the job is queued or running.
  public static Optional<Step> retried(Job job) {
    return switch (job.state()) {
      case SCHEDULED -> Optional.of(to(job, State.QUEUED).build());
      case QUEUED, RUNNING -> Optional.empty();
      case COMPLETED, FAILED, CANCELLED, DEAD -> Optional.of(revived(job));
    };
  }

  /// Empty if the job is not dead.
  public static Optional<Step> redriven(Job job) {
    return job.state() == State.DEAD ? Optional.of(revived(job)) : Optional.empty();
  }

  private static Step failedOnce(Job job, Outcome.Retry retry, RetryPolicy policy, double random) {
    Counts after = oneMoreError(job);
    if (after.errors() >= policy.maxErrors()) {
      return ended(job, State.DEAD, after, Ending.ERROR, retry.failure());
    }
    Duration asked = retry.delay();
    Duration delay =
        asked == null
            ? policy.delayAfter(after.errors(), random)
            : asked.plusMillis(Math.round((double) asked.toMillis() * policy.jitter() * random));
    return to(job, State.QUEUED)
        .delay(delay)
        .counts(after)
        .ending(Ending.ERROR)
        .failure(retry.failure())
        .build();
  }

  private static Step revived(Job job) {
    Counts fresh = new Counts(job.progress().generation() + 1, 0, 0);
    return to(job, State.QUEUED).counts(fresh).build();
  }

  private static Step cancelledRunning(Job job, @Nullable Failure failure) {
    return ended(job, State.CANCELLED, counts(job), Ending.CANCELLED, failure);
  }

  private static Step ended(
      Job job, State state, Counts counts, @Nullable Ending ending, @Nullable Failure failure) {
    return to(job, state).counts(counts).ending(ending).failure(failure).build();
  }

  private static Step back(Job job, Duration delay, boolean front, Counts counts, Ending ending) {
    return to(job, State.QUEUED).delay(delay).front(front).counts(counts).ending(ending).build();
  }

  private static Step.Builder to(Job job, State state) {
    return Step.builder(leaseOf(job), job.state(), state);
  }

  private static Counts counts(Job job) {
    Job.Progress progress = job.progress();
    return new Counts(progress.generation(), progress.errors(), progress.crashes());
  }

  private static Counts oneMoreError(Job job) {
    Counts before = counts(job);
    return new Counts(before.generation(), before.errors() + 1, before.crashes());
  }

  private static LeaseKey leaseOf(Job job) {
    return new LeaseKey(new JobKey(job.tenant(), job.id()), job.attempt());
  }
}
