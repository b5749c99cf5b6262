package dev.waybill.backend.nats;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseState;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

/// Everything that is known of one job: the value under its key in the bucket of jobs.
///
/// @param version how often it was written: of two writings of a job the one with the higher number
///     came later, however the broker numbers them
/// @param born its place in the order of all jobs
/// @param progress waiting is one state here; see [#asOf]
/// @param attempts the latest ones, oldest first
/// @param hasEvents whether something may have been published
/// @param stamps drawn one for each writing, the latest ones, newest first: so a writer recognizes
///     its own after a lost answer, also where others have gone on from it
record JobRecord(
    Draft draft,
    long version,
    Instant createdAt,
    long born,
    Job.Progress progress,
    Place place,
    List<Attempt> attempts,
    boolean hasEvents,
    List<Long> stamps) {

  private static final int STAMPS_KEPT = 8;

  JobRecord {
    attempts = List.copyOf(attempts);
    stamps = List.copyOf(stamps);
  }

  JobKey key() {
    return draft.key();
  }

  QueueKey queue() {
    return new QueueKey(draft.key().tenant(), draft.job().queue());
  }

  State state() {
    return progress.state();
  }

  /// Waiting is one state inside; readers see whether its time has come.
  Job asOf(Instant now) {
    boolean scheduled = state().isWaiting() && progress.runAt().isAfter(now);
    Job.Progress seen = scheduled ? JobSteps.inState(progress, State.SCHEDULED) : progress;
    return new Job(key().id(), key().tenant(), createdAt, draft.job(), seen);
  }

  boolean isRunning(int attempt) {
    return state() == State.RUNNING && progress.attempt() == attempt;
  }

  /// When the attempt began that runs.
  Instant startedAt() {
    return attempts.getLast().startedAt();
  }

  /// The end of an attempt that began at this time, by the job's timeout.
  Instant timesOutAt(Instant started) {
    Duration timeout = draft.job().timeout();
    return timeout == null ? Instant.MAX : started.plus(timeout);
  }

  boolean hasTimedOut(Instant now) {
    return leaseAt(now).isPastTimeout();
  }

  LeaseState leaseAt(Instant now) {
    Instant until = progress.leaseUntil();
    return state() != State.RUNNING || until == null
        ? LeaseState.LAPSED
        : LeaseState.at(
            now.toEpochMilli(), until.toEpochMilli(), millisOf(timesOutAt(startedAt())));
  }

  private static long millisOf(Instant time) {
    return time.equals(Instant.MAX) ? LeaseState.NEVER : time.toEpochMilli();
  }

  boolean hasLease(Instant now) {
    return state() == State.RUNNING && Objects.requireNonNull(progress.leaseUntil()).isAfter(now);
  }

  boolean isPastDeadline(Instant now) {
    Instant deadline = draft.job().deadline();
    return deadline != null && now.isAfter(deadline);
  }

  boolean isReady(Instant now) {
    return state().isWaiting() && !progress.runAt().isAfter(now) && !isPastDeadline(now);
  }

  boolean isOverdue(Instant now) {
    return state().isWaiting() ? isPastDeadline(now) : state() == State.RUNNING && !hasLease(now);
  }

  boolean endedBefore(Instant time) {
    return state().isTerminal() && progress.updatedAt().isBefore(time);
  }

  long stamp() {
    return stamps.getFirst();
  }

  /// The next writing of this record.
  JobRecord stamped() {
    List<Long> latest = new ArrayList<>(stamps.size() + 1);
    latest.add(ThreadLocalRandom.current().nextLong());
    latest.addAll(stamps.subList(0, Math.min(stamps.size(), STAMPS_KEPT - 1)));
    return new JobRecord(
        draft, version + 1, createdAt, born, progress, place, attempts, hasEvents, latest);
  }

  JobRecord withEvents() {
    return new JobRecord(draft, version, createdAt, born, progress, place, attempts, true, stamps);
  }

  JobRecord with(Job.Progress next, Place where, List<Attempt> history) {
    return new JobRecord(draft, version, createdAt, born, next, where, history, hasEvents, stamps);
  }
}
