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

/// Fires many slots at once: decides, enqueues, records.
///
/// Each step can be repeated, here or on another server: the request ID of a job is derived from
/// its slot, so the store refuses a duplicate, and recording the same state again changes nothing.
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
  private record Part(PendingFiring firing, NewJob job) {}

  /// Afterwards each firing tells whether it must be retried. Throws if the store fails; then all
  /// of them must be.
  void fire(List<PendingFiring> firings, Instant now) {
    List<PendingFiring> decided = decide(firings, now);
    Map<String, List<Part>> parts = new LinkedHashMap<>();
    for (PendingFiring firing : decided) {
      if (firing.isOpen()) {
        parts
            .computeIfAbsent(firing.plan().tenant(), _ -> new ArrayList<>())
            .addAll(expand(firing, now));
      }
    }
    parts.forEach((tenant, some) -> enqueue(waybill.tenant(tenant), some));
    decided.forEach(firing -> firing.finish(now));
    note(decided, now);
  }

  /// Starts slots that wait for the previous run, if it has finished.
  void fireQueued(List<Plan> plans, Instant now) {
    Map<LedgerKey, RunState> known = states.read(plans.stream().map(Plan::stateKey).toList());
    List<PendingFiring> firings = new ArrayList<>();
    for (Plan plan : plans) {
      RunState state = known.getOrDefault(plan.stateKey(), RunState.NEW);
      Instant queued = state.queued();
      if (queued != null && overlaps.running(plan.tenant(), state.jobs()).isEmpty()) {
        firings.add(PendingFiring.of(plan, queued));
      }
    }
    fireAnyway(firings, now);
  }

  /// Fires regardless of the overlap policy.
  void fireAnyway(List<PendingFiring> firings, Instant now) {
    for (PendingFiring firing : firings) {
      enqueue(waybill.tenant(firing.plan().tenant()), expand(firing, now));
      firing.finish(now);
    }
    note(firings, now);
  }

  private List<PendingFiring> decide(List<PendingFiring> firings, Instant now) {
    List<LedgerKey> guarded =
        firings.stream()
            .filter(PendingFiring::isGuarded)
            .map(firing -> firing.plan().stateKey())
            .toList();
    if (guarded.isEmpty()) {
      return firings;
    }
    Map<LedgerKey, RunState> known = states.read(guarded);
    List<PendingFiring> decided = new ArrayList<>();
    for (PendingFiring firing : firings) {
      RunState state = known.getOrDefault(firing.plan().stateKey(), RunState.NEW);
      decided.addAll(firing.isGuarded() ? overlaps.decide(firing, state, now) : List.of(firing));
    }
    return decided;
  }

  private List<Part> expand(PendingFiring firing, Instant now) {
    try {
      List<NewJob> jobs = expanding.jobs(firing);
      if (jobs.isEmpty()) {
        firing.skip(Skipped.Reason.NOBODY, "no subscription matches this event", now);
      }
      return jobs.stream().map(job -> new Part(firing, job)).toList();
    } catch (WaybillException failed) {
      if (failed.code().kind() != Code.Kind.CALL) {
        firing.tryAgain();
      } else {
        firing.refuse(failed.asRefusal(), now);
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
        part.firing().answered(part.job(), results.get(i));
      }
    }
  }

  private void note(List<PendingFiring> firings, Instant now) {
    Map<LedgerKey, RunNotes> notes = new LinkedHashMap<>();
    for (PendingFiring firing : firings) {
      if (!firing.notes().isEmpty()) {
        notes.computeIfAbsent(firing.plan().stateKey(), _ -> new RunNotes()).addAll(firing.notes());
      }
    }
    Map<LedgerKey, UnaryOperator<RunState>> changes = new LinkedHashMap<>(notes);
    if (!changes.isEmpty()) {
      states.change(changes, now);
    }
  }
}
