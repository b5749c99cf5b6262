package dev.waybill.testkit;

import dev.waybill.Attempt;
import dev.waybill.EventCursor;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.Limits;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.State;
import dev.waybill.spi.Draft;
import dev.waybill.spi.LeaseState;
import dev.waybill.spi.Step;
import dev.waybill.spi.Stored;
import dev.waybill.spi.Take;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One job of the model: what was asked for and all that happened to it.
final class ModelJob {

  final Draft draft;

  /// Its place in the order of arrival.
  final long number;

  private final Instant createdAt;
  private final List<Attempt> attempts = new ArrayList<>();
  private final TreeMap<EventCursor, JobEvent> events = new TreeMap<>();
  private Job.Progress progress;
  private ModelPlace place;

  ModelJob(Draft draft, long number, Instant now) {
    this.draft = draft;
    this.number = number;
    this.createdAt = now;
    NewJob asked = draft.job();
    Instant runAt = asked.runAt() == null ? now.plus(asked.delay()) : asked.runAt();
    Instant ready = runAt.isBefore(now) ? now : runAt;
    this.progress =
        new Job.Progress(State.QUEUED, 1, 0, 0, 0, ready, now, false, null, null, null, null);
    this.place = new ModelPlace(ready, number);
  }

  /// Waiting is one state inside; readers see whether its time has come.
  Job asOf(Instant now) {
    boolean scheduled = isWaiting() && progress.runAt().isAfter(now);
    Job.Progress seen = scheduled ? with(progress, State.SCHEDULED) : progress;
    return new Job(draft.key().id(), draft.key().tenant(), createdAt, draft.job(), seen);
  }

  boolean isWaiting() {
    return progress.state().isWaiting();
  }

  boolean isRunning() {
    return progress.state() == State.RUNNING;
  }

  boolean hasEnded() {
    return progress.state().isTerminal();
  }

  boolean isRunning(int attempt) {
    return isRunning() && progress.attempt() == attempt;
  }

  boolean isReady(Instant now) {
    return isWaiting() && !progress.runAt().isAfter(now) && !isPastDeadline(now);
  }

  boolean isOverdue(Instant now) {
    return isWaiting() ? isPastDeadline(now) : isRunning() && !leaseUntil().isAfter(now);
  }

  boolean fits(Step step, Instant now) {
    return step.fits(
        progress.state(), progress.attempt(), progress.cancelRequested(), leaseAt(now));
  }

  boolean endedBefore(Instant time) {
    return hasEnded() && progress.updatedAt().isBefore(time);
  }

  Job.Progress progress() {
    return progress;
  }

  ModelPlace place() {
    return place;
  }

  List<Attempt> attempts() {
    return List.copyOf(attempts);
  }

  Job lease(Take take, Instant now) {
    attempts.add(new Attempt(progress.attempt(), take.worker(), now, null, null, null));
    if (attempts.size() > Limits.ATTEMPTS_KEPT) {
      attempts.removeFirst();
    }
    Instant until = earlier(now.plus(take.hold()), timesOutAt());
    progress = running(take.worker(), until, now);
    return asOf(now);
  }

  Duration extend(Duration hold, Instant now) {
    Instant until = earlier(now.plus(hold), timesOutAt());
    progress = running(Objects.requireNonNull(progress.worker()), until, progress.updatedAt());
    return until.isAfter(now) ? Duration.between(now, until) : Duration.ZERO;
  }

  /// The guard has been checked.
  void apply(Step step, Instant now, long arrival) {
    Attempt.Ending ending = step.ending();
    if (ending != null) {
      endAttempt(ending, step.failure(), now);
    }
    boolean waits = step.to().isWaiting();
    Instant runAt = waits && !step.front() ? now.plus(step.delay()) : progress.runAt();
    progress = after(step, runAt, now);
    if (waits && !step.front()) {
      place = new ModelPlace(runAt, arrival);
    }
  }

  Stored publish(int attempt, List<NewEvent> fresh, Instant now) {
    int added = 0;
    for (NewEvent event : fresh) {
      EventCursor at = new EventCursor(attempt, event.sequence());
      if (events.isEmpty() || events.lastKey().compareTo(at) < 0) {
        events.put(at, stored(attempt, event, now));
        added++;
      }
    }
    return new Stored.Events(added, fresh.size() - added);
  }

  List<JobEvent> eventsAfter(EventCursor after, int max) {
    return events.tailMap(after, false).values().stream().limit(max).toList();
  }

  void forgetEvents() {
    events.clear();
  }

  private JobEvent stored(int attempt, NewEvent event, Instant now) {
    Instant at = event.at() == null ? now : event.at();
    return new JobEvent(
        draft.key().id(), attempt, event.sequence(), event.type(), at, event.data());
  }

  private boolean isPastDeadline(Instant now) {
    Instant deadline = draft.job().deadline();
    return deadline != null && now.isAfter(deadline);
  }

  private Instant leaseUntil() {
    return Objects.requireNonNull(progress.leaseUntil());
  }

  boolean hasTimedOut(Instant now) {
    return leaseAt(now).isPastTimeout();
  }

  private Instant timesOutAt() {
    Duration timeout = draft.job().timeout();
    return timeout == null ? Instant.MAX : attempts.getLast().startedAt().plus(timeout);
  }

  private LeaseState leaseAt(Instant now) {
    return isRunning()
        ? LeaseState.at(now.toEpochMilli(), leaseUntil().toEpochMilli(), millisOf(timesOutAt()))
        : LeaseState.LAPSED;
  }

  private static long millisOf(Instant time) {
    return time.equals(Instant.MAX) ? LeaseState.NEVER : time.toEpochMilli();
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private void endAttempt(Attempt.Ending ending, @Nullable Failure failure, Instant now) {
    Attempt open = attempts.removeLast();
    attempts.add(new Attempt(open.number(), open.worker(), open.startedAt(), now, ending, failure));
  }

  private Job.Progress running(String worker, Instant until, Instant updatedAt) {
    return new Job.Progress(
        State.RUNNING,
        progress.attempt(),
        progress.generation(),
        progress.errors(),
        progress.crashes(),
        progress.runAt(),
        updatedAt,
        progress.cancelRequested(),
        worker,
        until,
        progress.result(),
        progress.failure());
  }

  private Job.Progress after(Step step, Instant runAt, Instant now) {
    Step.Counts same =
        new Step.Counts(progress.generation(), progress.errors(), progress.crashes());
    Step.Counts counts = step.counts() == null ? same : step.counts();
    boolean runs = step.to() == State.RUNNING;
    return new Job.Progress(
        step.to(),
        step.nextAttempt(),
        counts.generation(),
        counts.errors(),
        counts.crashes(),
        runAt,
        now,
        step.cancelRequested(),
        runs ? progress.worker() : null,
        runs ? progress.leaseUntil() : null,
        step.result(),
        step.failure() == null ? progress.failure() : step.failure());
  }

  private static Job.Progress with(Job.Progress of, State state) {
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
}
