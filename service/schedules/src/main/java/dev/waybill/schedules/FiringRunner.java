package dev.waybill.schedules;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.result.EnqueueResult;
import dev.waybill.schedule.Skipped;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Fires many slots at once: decide, enqueue, note.
///
/// Each step may be done again, here or on another server: the request id of a job is that of its
/// slot, so a second one is refused by the store, and a note that is there already changes nothing.
final class FiringRunner {

  private static final int CHUNK = 1_000;

  private final Waybill waybill;
  private final Expanding expanding;
  private final RunStates states;
  private final Overlaps overlaps;

  FiringRunner(Waybill waybill, Expansion events, RunStates states) {
    this.waybill = waybill;
    this.expanding = new Expanding(events);
    this.states = states;
    this.overlaps = new Overlaps(waybill);
  }

  /// One job of one firing.
  private record Part(PendingFiring shot, NewJob job) {}

  /// Afterwards each shot says whether it has to be tried again. Throws where the store fails;
  /// then all of them have to.
  void fire(List<PendingFiring> shots, Instant now) {
    List<PendingFiring> decided = decide(shots, now);
    Map<String, List<Part>> parts = new LinkedHashMap<>();
    for (PendingFiring shot : decided) {
      if (shot.isOpen()) {
        parts
            .computeIfAbsent(shot.plan().tenant(), _ -> new ArrayList<>())
            .addAll(expand(shot, now));
      }
    }
    parts.forEach((tenant, some) -> enqueue(waybill.tenant(tenant), some));
    decided.forEach(shot -> shot.finish(now));
    note(decided, now);
  }

  /// Starts what waits for the run before it, where that has ended.
  void fireQueued(List<Plan> plans, Instant now) {
    Map<LedgerKey, RunState> known = states.read(plans.stream().map(Plan::stateKey).toList());
    List<PendingFiring> shots = new ArrayList<>();
    for (Plan plan : plans) {
      RunState state = known.getOrDefault(plan.stateKey(), RunState.NEW);
      Instant queued = state.queued();
      if (queued != null && overlaps.running(plan.tenant(), state.jobs()).isEmpty()) {
        shots.add(PendingFiring.of(plan, queued));
      }
    }
    fireAnyway(shots, now);
  }

  /// Whatever the overlap policy says.
  void fireAnyway(List<PendingFiring> shots, Instant now) {
    for (PendingFiring shot : shots) {
      enqueue(waybill.tenant(shot.plan().tenant()), expand(shot, now));
      shot.finish(now);
    }
    note(shots, now);
  }

  private List<PendingFiring> decide(List<PendingFiring> shots, Instant now) {
    List<LedgerKey> guarded =
        shots.stream()
            .filter(PendingFiring::isGuarded)
            .map(shot -> shot.plan().stateKey())
            .toList();
    if (guarded.isEmpty()) {
      return shots;
    }
    Map<LedgerKey, RunState> known = states.read(guarded);
    List<PendingFiring> decided = new ArrayList<>();
    for (PendingFiring shot : shots) {
      RunState state = known.getOrDefault(shot.plan().stateKey(), RunState.NEW);
      decided.addAll(shot.isGuarded() ? overlaps.decide(shot, state, now) : List.of(shot));
    }
    return decided;
  }

  private List<Part> expand(PendingFiring shot, Instant now) {
    try {
      List<NewJob> jobs = expanding.jobs(shot);
      if (jobs.isEmpty()) {
        shot.skip(Skipped.Reason.NOBODY, "no subscription takes this event", now);
      }
      return jobs.stream().map(job -> new Part(shot, job)).toList();
    } catch (WaybillException failed) {
      if (failed.code().kind() != Code.Kind.CALL) {
        shot.tryAgain();
      } else {
        shot.refuse(failed.asRefusal(), now);
      }
      return List.of();
    }
  }

  private static void enqueue(Waybill tenant, List<Part> parts) {
    for (int from = 0; from < parts.size(); from += CHUNK) {
      List<Part> some = parts.subList(from, Math.min(parts.size(), from + CHUNK));
      List<EnqueueResult> results = tenant.enqueueAll(some.stream().map(Part::job).toList());
      for (int i = 0; i < some.size(); i++) {
        Part part = some.get(i);
        part.shot().answered(part.job(), results.get(i));
      }
    }
  }

  private void note(List<PendingFiring> shots, Instant now) {
    Map<LedgerKey, RunNotes> notes = new LinkedHashMap<>();
    for (PendingFiring shot : shots) {
      if (!shot.notes().isEmpty()) {
        notes.computeIfAbsent(shot.plan().stateKey(), _ -> new RunNotes()).addAll(shot.notes());
      }
    }
    Map<LedgerKey, UnaryOperator<RunState>> changes = new LinkedHashMap<>(notes);
    if (!changes.isEmpty()) {
      states.change(changes, now);
    }
  }
}
