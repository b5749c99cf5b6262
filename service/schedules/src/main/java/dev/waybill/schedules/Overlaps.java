package dev.waybill.schedules;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.schedule.Skipped;
import java.time.Instant;
import java.util.List;

/// Decides on a slot while the previous run may be active.
///
/// The previous run is active while any of its jobs waits or runs; a deleted job has finished.
final class Overlaps {

  private final Waybill waybill;

  Overlaps(Waybill waybill) {
    this.waybill = waybill;
  }

  /// Returns the firings to make, which in most cases is the given one or none.
  List<PendingFiring> decide(PendingFiring firing, RunState state, Instant now) {
    if (state.knows(firing.slot())) {
      firing.close(same -> same);
      return List.of(firing);
    }
    List<JobId> running = running(firing.plan().tenant(), state.jobs());
    return switch (firing.plan().schedule().overlap()) {
      case ALLOW -> List.of(firing);
      case SKIP -> skipWhile(running, firing, now);
      case QUEUE_ONE -> queueWhile(running, firing, state, now);
      case CANCEL_PREVIOUS -> cancel(running, firing);
    };
  }

  /// The jobs that have not finished.
  List<JobId> running(String tenant, List<JobId> jobs) {
    Waybill own = waybill.tenant(tenant);
    return jobs.stream()
        .filter(id -> own.find(id).map(Job::state).filter(state -> !state.isTerminal()).isPresent())
        .toList();
  }

  private static List<PendingFiring> skipWhile(
      List<JobId> running, PendingFiring firing, Instant now) {
    if (!running.isEmpty()) {
      firing.skip(Skipped.Reason.OVERLAP, "job " + running.getFirst() + " has not finished", now);
    }
    return List.of(firing);
  }

  private static List<PendingFiring> queueWhile(
      List<JobId> running, PendingFiring firing, RunState state, Instant now) {
    Instant queued = state.queued();
    Instant slot = firing.slot();
    if (queued == null) {
      if (!running.isEmpty()) {
        firing.close(before -> before.queued(slot));
      }
      return List.of(firing);
    }
    if (!running.isEmpty()) {
      firing.skip(Skipped.Reason.OVERLAP, "slot " + queued + " is already waiting", now);
      return List.of(firing);
    }
    firing.close(before -> before.queued(slot));
    PendingFiring first = PendingFiring.of(firing.plan(), queued);
    firing.follows(first);
    return List.of(first, firing);
  }

  private List<PendingFiring> cancel(List<JobId> running, PendingFiring firing) {
    Waybill own = waybill.tenant(firing.plan().tenant());
    running.forEach(own::cancel);
    return List.of(firing);
  }
}
