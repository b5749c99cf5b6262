package dev.waybill.schedules;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.State;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.Refused;
import dev.waybill.schedule.Firing;
import dev.waybill.schedule.Overlap;
import dev.waybill.schedule.Skipped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One firing in progress: the decision on a slot, its jobs, and what is recorded.
final class PendingFiring {

  private final Plan plan;
  private final Instant slot;
  private final @Nullable String hand;
  private final List<Firing.Started> started = new ArrayList<>();
  private RunNotes notes = new RunNotes();
  private boolean open = true;
  private boolean again;
  private boolean repeated;
  private @Nullable Refused refused;
  private @Nullable PendingFiring first;
  private @Nullable Instant firedAt;

  private PendingFiring(Plan plan, Instant slot, @Nullable String hand) {
    this.plan = plan;
    this.slot = slot;
    this.hand = hand;
  }

  static PendingFiring of(Plan plan, Instant slot) {
    return new PendingFiring(plan, slot, null);
  }

  /// @param key distinguishes this run from other manual runs
  static PendingFiring byHand(Plan plan, Instant now, String key) {
    return new PendingFiring(plan, now, key);
  }

  /// Not a firing, only a record of skipped slots.
  static PendingFiring leftOut(Plan plan, Skipped skipped) {
    PendingFiring none = new PendingFiring(plan, skipped.last(), null);
    none.close(state -> state.skipped(skipped));
    return none;
  }

  Plan plan() {
    return plan;
  }

  Instant slot() {
    return slot;
  }

  /// Whether the overlap policy applies.
  boolean isGuarded() {
    return open && hand == null && plan.schedule().overlap() != Overlap.ALLOW;
  }

  /// Whether there is something to start.
  boolean isOpen() {
    return open;
  }

  /// Whether it must be retried.
  boolean isAgain() {
    return again;
  }

  /// Whether the store already had some of its jobs.
  boolean isRepeated() {
    return repeated;
  }

  RunNotes notes() {
    return notes;
  }

  List<Firing.Started> started() {
    return started;
  }

  /// When its first job was created; null if it has none.
  @Nullable Instant firedAt() {
    return firedAt;
  }

  @Nullable Refused refused() {
    return refused;
  }

  String requestId() {
    return plan.requestId(hand == null ? slot.toString() : "run:" + hand);
  }

  String tag() {
    return hand == null ? FiringTags.SLOT + slot : FiringTags.RUN + hand;
  }

  /// Starts nothing, and records this.
  void close(RunNotes.Note note) {
    open = false;
    notes.add(note);
  }

  /// If the other firing must be retried, so must this one.
  void follows(PendingFiring other) {
    first = other;
  }

  void tryAgain() {
    again = true;
    open = false;
    notes = new RunNotes();
  }

  void refuse(Refused why, Instant now) {
    refused = why;
    skip(Skipped.Reason.REFUSED, why.detail(), now);
  }

  void skip(Skipped.Reason reason, String detail, Instant now) {
    Skipped skipped = new Skipped(slot, slot, 1, reason, detail, now);
    close(state -> state.skipped(skipped));
  }

  /// Records the result of one of its jobs.
  void answered(NewJob job, EnqueueResult result) {
    switch (result) {
      case Enqueued(JobId id, State state, Instant createdAt, boolean duplicate) -> {
        firedAt = firedAt == null || createdAt.isBefore(firedAt) ? createdAt : firedAt;
        started.add(new Firing.Started(id, job.queue(), state));
        repeated |= duplicate;
      }
      case Refused(Code code, String _, _) when code == Code.REQUEST_ID_CONFLICT -> repeated = true;
      case Refused(Code code, String _, _) when code.kind() != Code.Kind.CALL -> again = true;
      case Refused why -> refused = why;
    }
  }

  /// All its jobs have been answered.
  void finish(Instant now) {
    if (again || (first != null && first.again)) {
      tryAgain();
      return;
    }
    List<JobId> ids = started.stream().map(Firing.Started::id).toList();
    if (open && plan.schedule().overlap() != Overlap.ALLOW) {
      notes.add(state -> hand == null ? state.fired(slot, ids) : state.started(ids));
    }
    if (open && refused != null) {
      refuse(refused, now);
    }
  }

  /// Adds the tags by which the job is found.
  NewJob marked(NewJob job) {
    Set<String> tags = new TreeSet<>(job.tags());
    tags.add(FiringTags.SCHEDULE + plan.name().name());
    tags.add(tag());
    return job.toBuilder().tags(tags).build();
  }
}
