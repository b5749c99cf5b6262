package dev.waybill.engine;

import dev.waybill.Attempt;
import dev.waybill.Attempt.Ending;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Detects an outcome that already ended its attempt, so that a worker that got no answer can
/// retry. The history of attempts shows how each one ended.
final class Repeats {

  private final JobStore jobs;
  private final ClaimCheck claims;

  Repeats(JobStore jobs, ClaimCheck claims) {
    this.jobs = jobs;
    this.claims = claims;
  }

  /// The state that the same outcome led to before, or empty if the attempt ended differently.
  Optional<State> of(LeaseKey lease, Outcome outcome) {
    return jobs.find(lease.job())
        .filter(job -> !isRunning(job, lease))
        .flatMap(job -> ended(lease).flatMap(attempt -> stateAfter(job, attempt, outcome)));
  }

  private static boolean isRunning(Job job, LeaseKey lease) {
    return job.state() == State.RUNNING && job.attempt() == lease.attempt();
  }

  private Optional<Attempt> ended(LeaseKey lease) {
    return jobs.attempts(lease.job()).stream()
        .filter(attempt -> attempt.number() == lease.attempt() && attempt.ending() != null)
        .findFirst();
  }

  private Optional<State> stateAfter(Job job, Attempt attempt, Outcome outcome) {
    Ending ending = attempt.ending();
    if (ending == Ending.CANCELLED) {
      boolean same = !(outcome instanceof Outcome.Done) && hasFailure(attempt, failureOf(outcome));
      return same ? Optional.of(State.CANCELLED) : Optional.empty();
    }
    boolean stands = job.state().isTerminal() && job.attempt() == attempt.number();
    boolean waits = job.state().isWaiting() && job.attempt() == attempt.number() + 1;
    boolean same =
        switch (outcome) {
          case Outcome.Done done ->
              ending == Ending.COMPLETED && (!stands || hasResult(job, done.result()));
          case Outcome.Retry retry ->
              ending == Ending.ERROR && hasFailure(attempt, retry.failure());
          case Outcome.Fail fail ->
              ending == Ending.FAILED
                  && hasFailure(attempt, fail.failure())
                  && (!stands || job.state() == State.FAILED);
          case Outcome.Reject reject ->
              ending == Ending.FAILED
                  && hasFailure(attempt, reject.failure())
                  && (!stands || job.state() == State.DEAD);
          case Outcome.Snooze _ -> ending == Ending.SNOOZED;
          case Outcome.Release _ -> ending == Ending.RELEASED;
        };
    return same
        ? Optional.of(stands || waits ? job.state() : usualStateAfter(outcome))
        : Optional.empty();
  }

  /// The state after an outcome, for a job that has changed since.
  private static State usualStateAfter(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Done _ -> State.COMPLETED;
      case Outcome.Fail _ -> State.FAILED;
      case Outcome.Reject _ -> State.DEAD;
      case Outcome.Retry _, Outcome.Snooze _ -> State.SCHEDULED;
      case Outcome.Release _ -> State.QUEUED;
    };
  }

  private static @Nullable Failure failureOf(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Retry retry -> retry.failure();
      case Outcome.Fail fail -> fail.failure();
      case Outcome.Reject reject -> reject.failure();
      case Outcome.Done _, Outcome.Snooze _, Outcome.Release _ -> null;
    };
  }

  private static boolean hasFailure(Attempt attempt, @Nullable Failure failure) {
    Failure known = attempt.failure();
    if (known == null || failure == null) {
      return known == null && failure == null;
    }
    return known.errorClass().equals(failure.errorClass())
        && known.message().equals(failure.message());
  }

  private boolean hasResult(Job job, Payload result) {
    Payload known = claims.readable(job).progress().result();
    return known != null && known.hasSameBytes(result);
  }
}
