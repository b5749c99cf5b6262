package dev.waybill.record;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.LeaseState;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import dev.waybill.spi.Step.Counts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/// The record of one job: everything that a store keeps of it except its events. Every change
/// returns a new record; the store writes it if the old one has not changed.
///
/// @param progress the waiting state is always QUEUED here; see [#asOf]
/// @param attempts the latest attempts, oldest first
public record StoredJob(
    Draft draft,
    Instant createdAt,
    Job.Progress progress,
    LanePosition position,
    List<Attempt> attempts) {

  public StoredJob {
    attempts = List.copyOf(attempts);
  }

  /// @param arrival its number in the order of all changes of the store
  public static StoredJob create(Draft draft, Instant now, long arrival) {
    Instant ready = draft.readyAt(now);
    Job.Progress waiting = Job.Progress.waiting(ready, now);
    return new StoredJob(draft, now, waiting, LanePosition.at(ready, arrival), List.of());
  }

  /// The record after a worker leased the job; check [#isReady] first.
  public StoredJob leased(LeaseQuery query, Instant now) {
    Instant until = earlier(now.plus(query.leaseDuration()), timesOutAt(now));
    return new StoredJob(
        draft,
        createdAt,
        progress.leased(query.worker(), until, now),
        position,
        AttemptHistory.started(attempts, progress.attempt(), query.worker(), now));
  }

  /// The record after the lease was extended; check [#isHeld] first.
  public StoredJob extended(Duration leaseDuration, Instant now) {
    Instant until = earlier(now.plus(leaseDuration), timesOutAt(startedAt()));
    return new StoredJob(draft, createdAt, progress.withLeaseUntil(until), position, attempts);
  }

  /// The record after the step; check [#fits] first.
  ///
  /// @param arrival its number in the order of all changes of the store
  public StoredJob applied(Step step, Instant now, long arrival) {
    boolean moves = step.movesToEnd();
    Instant runAt = moves ? now.plus(step.delay()) : progress.runAt();
    return new StoredJob(
        draft,
        createdAt,
        after(step, runAt, now),
        moves ? LanePosition.at(runAt, arrival) : position,
        AttemptHistory.ended(attempts, step, now));
  }

  private Job.Progress after(Step step, Instant runAt, Instant now) {
    Counts counts = step.countsAfter(counts());
    boolean runs = step.to() == State.RUNNING;
    return progress.toBuilder()
        .state(step.to())
        .attempt(step.nextAttempt())
        .generation(counts.generation())
        .errors(counts.errors())
        .crashes(counts.crashes())
        .runAt(runAt)
        .updatedAt(now)
        .cancelRequested(step.cancelRequested())
        .worker(runs ? progress.worker() : null)
        .leaseUntil(runs ? progress.leaseUntil() : null)
        .result(step.result())
        .failure(step.failure() == null ? progress.failure() : step.failure())
        .build();
  }

  public JobKey key() {
    return draft.key();
  }

  public QueueKey queue() {
    return new QueueKey(draft.key().tenant(), draft.job().queue());
  }

  public State state() {
    return progress.state();
  }

  /// The job as readers see it at this time.
  public Job asOf(Instant now) {
    return new Job(key().id(), key().tenant(), createdAt, draft.job(), progress.asOf(now));
  }

  public boolean fits(Step step, Instant now) {
    return step.fits(state(), progress.attempt(), progress.cancelRequested(), leaseAt(now));
  }

  /// Whether this attempt may extend its lease and publish events. An expired lease counts as held
  /// until the job is leased again or moved on by maintenance.
  public boolean isHeld(int attempt, Instant now) {
    return state() == State.RUNNING
        && progress.attempt() == attempt
        && !leaseAt(now).isPastTimeout();
  }

  public boolean isReady(Instant now) {
    return state().isWaiting() && !progress.runAt().isAfter(now) && !isPastDeadline(now);
  }

  /// Whether it needs maintenance: running with an expired lease, or waiting past its deadline.
  public boolean isOverdue(Instant now) {
    return state().isWaiting()
        ? isPastDeadline(now)
        : state() == State.RUNNING && leaseAt(now) != LeaseState.HELD;
  }

  public boolean endedBefore(Instant time) {
    return state().isTerminal() && progress.updatedAt().isBefore(time);
  }

  /// The remaining time of the lease of a running job.
  public Duration remaining(Instant now) {
    Instant until = Objects.requireNonNull(progress.leaseUntil());
    return until.isAfter(now) ? Duration.between(now, until) : Duration.ZERO;
  }

  private LeaseState leaseAt(Instant now) {
    Instant until = progress.leaseUntil();
    if (state() != State.RUNNING || until == null) {
      return LeaseState.LAPSED;
    }
    Instant end = timesOutAt(startedAt());
    long timesOutAt = end.equals(Instant.MAX) ? LeaseState.NEVER : end.toEpochMilli();
    return LeaseState.at(now.toEpochMilli(), until.toEpochMilli(), timesOutAt);
  }

  private Instant startedAt() {
    return attempts.getLast().startedAt();
  }

  private Instant timesOutAt(Instant started) {
    Duration timeout = draft.job().timeout();
    return timeout == null ? Instant.MAX : started.plus(timeout);
  }

  private boolean isPastDeadline(Instant now) {
    Instant deadline = draft.job().deadline();
    return deadline != null && now.isAfter(deadline);
  }

  private Counts counts() {
    return new Counts(progress.generation(), progress.errors(), progress.crashes());
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
