package dev.waybill.backend.nats;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Limits;
import dev.waybill.NewJob;
import dev.waybill.State;
import dev.waybill.spi.Draft;
import dev.waybill.spi.Step;
import dev.waybill.spi.Take;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a record becomes, as pure functions of the record, the wish and the time. Whether it may
/// is asked before.
final class JobSteps {

  /// What the failures of earlier attempts may weigh, so that a record fits into one message.
  private static final int HISTORY_CHARS = 128 * 1024;

  private JobSteps() {}

  static JobRecord created(Draft draft, Instant now, long arrival) {
    NewJob asked = draft.job();
    Instant runAt = asked.runAt() == null ? now.plus(asked.delay()) : asked.runAt();
    Instant ready = runAt.isBefore(now) ? now : runAt;
    Job.Progress progress =
        new Job.Progress(State.QUEUED, 1, 0, 0, 0, ready, now, false, null, null, null, null);
    Place place = new Place(ready.toEpochMilli(), arrival);
    return new JobRecord(draft, 0, now, arrival, progress, place, List.of(), false, List.of());
  }

  static JobRecord leased(JobRecord job, Take take, Instant now) {
    List<Attempt> attempts = new ArrayList<>(job.attempts());
    int attempt = job.progress().attempt();
    attempts.add(new Attempt(attempt, take.worker(), now, null, null, null));
    if (attempts.size() > Limits.ATTEMPTS_KEPT) {
      attempts.removeFirst();
    }
    Instant until = earlier(now.plus(take.hold()), job.timesOutAt(now));
    Job.Progress running = running(job.progress(), take.worker(), until, now);
    return job.with(running, job.place(), attempts);
  }

  static JobRecord extended(JobRecord job, Duration hold, Instant now) {
    Job.Progress progress = job.progress();
    String worker = Objects.requireNonNull(progress.worker());
    Instant until = earlier(now.plus(hold), job.timesOutAt(job.startedAt()));
    Job.Progress running = running(progress, worker, until, progress.updatedAt());
    return job.with(running, job.place(), job.attempts());
  }

  static JobRecord applied(JobRecord job, Step step, Instant now, long arrival) {
    boolean waits = step.to().isWaiting();
    Instant runAt = waits && !step.front() ? now.plus(step.delay()) : job.progress().runAt();
    boolean moves = waits && !step.front();
    Place place = moves ? new Place(runAt.toEpochMilli(), arrival) : job.place();
    return job.with(after(job.progress(), step, runAt, now), place, attempts(job, step, now));
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private static List<Attempt> attempts(JobRecord job, Step step, Instant now) {
    Attempt.Ending ending = step.ending();
    if (ending == null) {
      return job.attempts();
    }
    List<Attempt> attempts = new ArrayList<>(job.attempts());
    Attempt open = attempts.removeLast();
    attempts.add(
        new Attempt(open.number(), open.worker(), open.startedAt(), now, ending, step.failure()));
    return light(attempts);
  }

  /// Drops the stacks of the oldest failures where all of them together are too much.
  private static List<Attempt> light(List<Attempt> attempts) {
    int room = HISTORY_CHARS;
    for (int i = attempts.size() - 1; i >= 0; i--) {
      Failure failure = attempts.get(i).failure();
      if (failure != null) {
        room -= failure.message().length() + failure.stack().length();
        if (room < 0) {
          attempts.set(i, withoutStack(attempts.get(i), failure));
        }
      }
    }
    return attempts;
  }

  private static Attempt withoutStack(Attempt of, Failure failure) {
    String message = failure.message();
    String brief = message.length() > 256 ? message.substring(0, 256) : message;
    Failure lighter = new Failure(failure.errorClass(), brief, "");
    return new Attempt(
        of.number(), of.worker(), of.startedAt(), of.endedAt(), of.ending(), lighter);
  }

  private static Job.Progress running(
      Job.Progress of, String worker, Instant until, Instant updatedAt) {
    return new Job.Progress(
        State.RUNNING,
        of.attempt(),
        of.generation(),
        of.errors(),
        of.crashes(),
        of.runAt(),
        updatedAt,
        of.cancelRequested(),
        worker,
        until,
        of.result(),
        of.failure());
  }

  private static Job.Progress after(Job.Progress of, Step step, Instant runAt, Instant now) {
    Step.Counts same = new Step.Counts(of.generation(), of.errors(), of.crashes());
    Step.Counts counts = step.counts() == null ? same : step.counts();
    boolean runs = step.to() == State.RUNNING;
    Failure failure = step.failure();
    return new Job.Progress(
        step.to().isWaiting() ? State.QUEUED : step.to(),
        step.nextAttempt(),
        counts.generation(),
        counts.errors(),
        counts.crashes(),
        runAt,
        now,
        step.cancelRequested(),
        runs ? of.worker() : null,
        runs ? of.leaseUntil() : null,
        step.result(),
        failure == null ? of.failure() : failure);
  }

  static Job.Progress inState(Job.Progress of, State state) {
    return new Job.Progress(
        state,
        of.attempt(),
        of.generation(),
        of.errors(),
        of.crashes(),
        of.runAt(),
        of.updatedAt(),
        of.cancelRequested(),
        of.worker(),
        of.leaseUntil(),
        of.result(),
        of.failure());
  }

  /// How long the lease still holds.
  static Duration remaining(JobRecord job, Instant now) {
    @Nullable Instant until = job.progress().leaseUntil();
    return until != null && until.isAfter(now) ? Duration.between(now, until) : Duration.ZERO;
  }
}
