package dev.waybill.schedules;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.schedule.Skipped;
import java.time.Instant;
import java.util.List;

/// Decides about a slot while the run before it may go on.
///
/// The run before goes on while any job that it started waits or runs; one that has been forgotten
/// has ended.
final class Overlaps {

  private final Waybill waybill;

  Overlaps(Waybill waybill) {
    this.waybill = waybill;
  }

  /// Answers what is to be fired instead or as well, which is the shot itself or nothing in most
  /// cases.
  List<PendingFiring> decide(PendingFiring shot, RunState state, Instant now) {
    if (state.knows(shot.slot())) {
      shot.close(same -> same);
      return List.of(shot);
    }
    List<JobId> running = running(shot.plan().tenant(), state.jobs());
    return switch (shot.plan().schedule().overlap()) {
      case ALLOW -> List.of(shot);
      case SKIP -> skipWhile(running, shot, now);
      case QUEUE_ONE -> queueWhile(running, shot, state, now);
      case CANCEL_PREVIOUS -> cancel(running, shot);
    };
  }

  /// Those of the jobs that have not ended.
  List<JobId> running(String tenant, List<JobId> jobs) {
    Waybill own = waybill.tenant(tenant);
    return jobs.stream()
        .filter(id -> own.find(id).map(Job::state).filter(state -> !state.isTerminal()).isPresent())
        .toList();
  }

  private static List<PendingFiring> skipWhile(
      List<JobId> running, PendingFiring shot, Instant now) {
    if (!running.isEmpty()) {
      shot.skip(Skipped.Reason.OVERLAP, "job " + running.getFirst() + " has not ended", now);
    }
    return List.of(shot);
  }

  private static List<PendingFiring> queueWhile(
      List<JobId> running, PendingFiring shot, RunState state, Instant now) {
    Instant queued = state.queued();
    Instant slot = shot.slot();
    if (queued == null) {
      if (!running.isEmpty()) {
        shot.close(before -> before.queued(slot));
      }
      return List.of(shot);
    }
    if (!running.isEmpty()) {
      shot.skip(Skipped.Reason.OVERLAP, "slot " + queued + " waits already", now);
      return List.of(shot);
    }
    shot.close(before -> before.queued(slot));
    PendingFiring first = PendingFiring.of(shot.plan(), queued);
    shot.follows(first);
    return List.of(first, shot);
  }

  private List<PendingFiring> cancel(List<JobId> running, PendingFiring shot) {
    Waybill own = waybill.tenant(shot.plan().tenant());
    running.forEach(own::cancel);
    return List.of(shot);
  }
}
