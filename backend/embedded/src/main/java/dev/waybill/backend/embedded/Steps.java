package dev.waybill.backend.embedded;

import dev.waybill.State;
import dev.waybill.spi.Step;
import dev.waybill.spi.Step.Counts;
import org.jspecify.annotations.Nullable;

/// From a step that may be applied to the fact, and from the fact to the state: the second half is
/// the same when the log is read back.
final class Steps {

  private Steps() {}

  static Facts.Stepped fact(Step step, LiveJob job, long now) {
    Counts counts = step.countsAfter(new Counts(job.generation, job.errors, job.crashes));
    boolean asked = step.to() == State.RUNNING && (step.cancelRequested() || job.cancelRequested);
    return new Facts.Stepped(
        job.id(),
        now,
        step.to(),
        step.front(),
        asked,
        step.nextAttempt(),
        step.goesToTheEnd() ? now + step.delay().toMillis() : job.runAt,
        counts.generation(),
        counts.errors(),
        counts.crashes(),
        endedAttempt(step, job),
        step.result(),
        step.failure());
  }

  private static Facts.@Nullable EndedAttempt endedAttempt(Step step, LiveJob job) {
    LiveJob.Running running = job.running;
    if (step.ending() == null || running == null) {
      return null;
    }
    return new Facts.EndedAttempt(job.attempt, running.worker, running.startedAt, step.ending());
  }

  static void apply(LiveState state, LiveJob job, Facts.Stepped fact, long position) {
    if (fact.to() == State.QUEUED) {
      state.requeue(job, fact.runAt(), fact.front(), fact.at());
    } else if (fact.to().isTerminal()) {
      state.end(job, fact.to(), position);
    }
    job.cancelRequested = fact.cancelRequested();
    job.attempt = fact.attempt();
    job.generation = fact.generation();
    job.errors = fact.errors();
    job.crashes = fact.crashes();
    job.updatedAt = fact.at();
  }

  /// A job that has ended, as it stands after a step back to waiting.
  static Facts.Whole revived(Step step, long now) {
    Counts counts = step.countsAfter(new Counts(0, 0, 0));
    return new Facts.Whole(
        State.QUEUED,
        step.nextAttempt(),
        counts.generation(),
        counts.errors(),
        counts.crashes(),
        now + step.delay().toMillis(),
        now,
        false,
        null);
  }

  /// A live job as it stands.
  static Facts.Whole whole(LiveJob job) {
    return new Facts.Whole(
        job.state,
        job.attempt,
        job.generation,
        job.errors,
        job.crashes,
        job.runAt,
        job.updatedAt,
        job.cancelRequested,
        job.running);
  }
}
