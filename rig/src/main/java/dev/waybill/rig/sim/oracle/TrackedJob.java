package dev.waybill.rig.sim.oracle;

import dev.waybill.Attempt;
import dev.waybill.EventCursor;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseState;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The state of one job as known to the oracle, from all answers so far.
public final class TrackedJob {

  /// @param data the text of the event
  public record Heard(EventCursor at, String type, String data) {}

  public final JobKey key;
  public final NewJob asked;

  /// Its number in the log.
  public final int number;

  public final List<Attempt> attempts = new ArrayList<>();
  final List<Heard> events = new ArrayList<>();
  private @Nullable EventCursor forgettable;

  /// QUEUED while it waits, even if its time has not come.
  public State state = State.QUEUED;

  int attempt = 1;
  int generation;
  public int errors;
  int crashes;
  boolean stop;

  /// How often it was cancelled or asked to stop.
  public int cancels;

  public long runAt;
  long updatedAt;
  public long leaseUntil;
  @Nullable Payload result;
  public @Nullable Failure failure;

  /// The position in its lane; a start time that was already past at enqueue does not count.
  long ready;

  long arrival;

  TrackedJob(Draft draft, Instant createdAt, int number, long arrival) {
    key = draft.key();
    asked = draft.job();
    this.number = number;
    this.arrival = arrival;
    runAt = draft.readyAt(createdAt).toEpochMilli();
    updatedAt = createdAt.toEpochMilli();
    ready = Math.max(runAt, updatedAt);
  }

  /// The number that its payload is derived from.
  int body() {
    return Integer.parseInt(Objects.requireNonNull(asked.correlationId()));
  }

  /// True if it was cancelled or asked to stop: cancelling it again changes nothing.
  public boolean isCanceled() {
    return stop || state == State.CANCELLED;
  }

  boolean isReady(long now) {
    return state == State.QUEUED && runAt <= now && !isPastDeadline(now);
  }

  boolean isPastDeadline(long now) {
    Instant deadline = asked.deadline();
    return deadline != null && now > deadline.toEpochMilli();
  }

  boolean fits(Step step, long now) {
    return step.fits(state, attempt, stop, leaseAt(now));
  }

  private LeaseState leaseAt(long now) {
    return state == State.RUNNING
        ? LeaseState.at(now, leaseUntil, timesOutAt())
        : LeaseState.LAPSED;
  }

  public boolean hasTimedOut(long now) {
    return leaseAt(now).isPastTimeout();
  }

  /// The latest time to which the current attempt can be leased.
  long timesOutAt() {
    Duration timeout = asked.timeout();
    return timeout == null
        ? LeaseState.NEVER
        : attempts.getLast().startedAt().plus(timeout).toEpochMilli();
  }

  public boolean isHeld(int byAttempt) {
    return state == State.RUNNING && attempt == byAttempt;
  }

  void lease(String worker, long now, long until) {
    attempts.add(new Attempt(attempt, worker, Instant.ofEpochMilli(now), null, null, null));
    if (attempts.size() > Limits.ATTEMPTS_KEPT) {
      attempts.removeFirst();
    }
    state = State.RUNNING;
    leaseUntil = until;
    updatedAt = now;
  }

  void move(Step step, long now, long nextArrival) {
    Attempt.Ending ending = step.ending();
    if (ending != null) {
      endAttempt(ending, step.failure(), now);
    }
    attempt = step.nextAttempt();
    state = step.to();
    stop = step.cancelRequested();
    cancels += isCanceled() ? 1 : 0;
    result = step.result();
    failure = step.failure() == null ? failure : step.failure();
    updatedAt = now;
    if (step.to() == State.QUEUED && !step.front()) {
      runAt = now + step.delay().toMillis();
      ready = runAt;
      arrival = nextArrival;
    }
    count(step.counts());
  }

  /// Returns true if the event is new.
  boolean publish(NewEvent event) {
    EventCursor at = new EventCursor(attempt, event.sequence());
    boolean fresh = events.isEmpty() || events.getLast().at().compareTo(at) < 0;
    if (fresh) {
      events.add(new Heard(at, event.type(), event.data().text()));
    }
    return fresh;
  }

  /// From now on the store may delete its events, even if it runs again.
  void mayForgetEvents() {
    if (!events.isEmpty()) {
      forgettable = events.getLast().at();
    }
  }

  /// The store has deleted its events; returns false if that was not allowed.
  boolean forgetEvents() {
    EventCursor last = forgettable;
    forgettable = null;
    return last != null && events.removeIf(event -> event.at().compareTo(last) <= 0);
  }

  public List<Heard> eventsAfter(EventCursor cursor, int max) {
    return events.stream().filter(e -> e.at().compareTo(cursor) > 0).limit(max).toList();
  }

  /// The difference between an answer and the expected state, or null.
  @Nullable String differenceTo(Job seen, long now) {
    Job.Progress p = seen.progress();
    State shown = state == State.QUEUED && runAt > now ? State.SCHEDULED : state;
    boolean same =
        p.state() == shown
            && p.attempt() == attempt
            && p.generation() == generation
            && p.errors() == errors
            && p.crashes() == crashes
            && p.cancelRequested() == stop
            && p.runAt().toEpochMilli() == runAt
            && (state != State.RUNNING || leaseEnd(p) == leaseUntil);
    return same ? null : "job %d must be %s, is shown as %s".formatted(number, this, p);
  }

  private static long leaseEnd(Job.Progress progress) {
    return Objects.requireNonNull(progress.leaseUntil()).toEpochMilli();
  }

  private void count(Step.@Nullable Counts counts) {
    if (counts != null) {
      generation = counts.generation();
      errors = counts.errors();
      crashes = counts.crashes();
    }
  }

  private void endAttempt(Attempt.Ending ending, @Nullable Failure why, long now) {
    Attempt open = attempts.removeLast();
    Instant end = Instant.ofEpochMilli(now);
    attempts.add(new Attempt(open.number(), open.worker(), open.startedAt(), end, ending, why));
  }

  @Override
  public String toString() {
    return "%s, attempt %d, generation %d, %d errors, %d crashes, stop %s, run at %s, lease to %s"
        .formatted(
            state,
            attempt,
            generation,
            errors,
            crashes,
            stop,
            Instant.ofEpochMilli(runAt),
            Instant.ofEpochMilli(leaseUntil));
  }
}
