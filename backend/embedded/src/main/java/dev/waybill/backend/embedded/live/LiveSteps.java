package dev.waybill.backend.embedded.live;

import dev.waybill.State;
import dev.waybill.spi.Step;
import dev.waybill.spi.Step.Counts;
import org.jspecify.annotations.Nullable;

/// Converts an accepted step to a fact, and applies a fact to the state. Recovery uses the second
/// half, too.
final class LiveSteps {

  private LiveSteps() {}

  static Facts.Stepped fact(Step step, LiveJob job, long now) {
    Counts counts = step.countsAfter(new Counts(job.generation, job.errors, job.crashes));
    boolean asked = step.to() == State.RUNNING && (step.cancelRequested() || job.cancelRequested);
    long runAt = step.movesToEnd() ? now + step.delay().toMillis() : job.runAt;
    return new Facts.Stepped(
        job.id(),
        new Facts.Moved(step.to(), step.nextAttempt(), counts, runAt, now, asked),
        step.front(),
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
    Facts.Moved moved = fact.moved();
    if (moved.state() == State.QUEUED) {
      state.requeue(job, moved.runAt(), fact.front(), moved.updatedAt());
    } else if (moved.state().isTerminal()) {
      state.end(job, moved.state(), position);
    }
    job.moved(moved);
  }

  /// A finished job after a step back to waiting.
  static Facts.Whole revived(Step step, long now) {
    Counts counts = step.countsAfter(new Counts(0, 0, 0));
    long runAt = now + step.delay().toMillis();
    return new Facts.Whole(
        new Facts.Moved(State.QUEUED, step.nextAttempt(), counts, runAt, now, false), null);
  }

  /// A live job as a complete record.
  static Facts.Whole whole(LiveJob job) {
    Counts counts = new Counts(job.generation, job.errors, job.crashes);
    return new Facts.Whole(
        new Facts.Moved(
            job.state, job.attempt, counts, job.runAt, job.updatedAt, job.cancelRequested),
        job.running);
  }
}
