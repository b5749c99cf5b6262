package dev.waybill.schedules;

import dev.waybill.engine.register.Register;
import dev.waybill.schedule.Overlap;
import dev.waybill.schedule.Upcoming;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// Which schedule comes next. An entry that is taken has to be put back.
final class Agenda {

  private final Map<Register.Name, AgendaEntry> entries = new HashMap<>();
  private final PriorityQueue<AgendaEntry> heap =
      new PriorityQueue<>(Comparator.comparing(AgendaEntry::dueAt));

  @Nullable AgendaEntry find(Register.Name name) {
    return entries.get(name);
  }

  Collection<AgendaEntry> all() {
    return entries.values();
  }

  /// Takes the place of what was there under this name.
  void put(AgendaEntry entry) {
    remove(entry.plan().name());
    entries.put(entry.plan().name(), entry);
    heap.add(entry);
  }

  /// Leaves it in the heap until it comes up, since looking for it there takes long.
  void remove(Register.Name name) {
    AgendaEntry gone = entries.remove(name);
    if (gone != null) {
      gone.drop();
    }
  }

  List<AgendaEntry> takeDue(Instant horizon, int most) {
    List<AgendaEntry> due = new ArrayList<>();
    while (due.size() < most && !heap.isEmpty() && !heap.peek().dueAt().isAfter(horizon)) {
      AgendaEntry entry = heap.remove();
      if (!entry.isDropped()) {
        due.add(entry);
      }
    }
    return due;
  }

  void putBack(AgendaEntry entry) {
    heap.add(entry);
  }

  Instant nextDue() {
    while (!heap.isEmpty() && heap.peek().isDropped()) {
      heap.remove();
    }
    return heap.isEmpty() ? Instant.MAX : heap.peek().dueAt();
  }

  /// Up to where everything has been seen to, if all that was due by then has been taken: what
  /// failed holds it back.
  Instant handled(Instant horizon) {
    Instant handled = horizon;
    for (AgendaEntry entry : entries.values()) {
      Upcoming head = entry.isFailing() ? entry.head() : null;
      if (head != null && !head.at().isAfter(handled)) {
        handled = head.at().minusMillis(1);
      }
    }
    return handled;
  }

  /// Those of which one slot may wait for the run before it.
  List<Plan> queueing() {
    return entries.values().stream()
        .map(AgendaEntry::plan)
        .filter(plan -> plan.schedule().overlap() == Overlap.QUEUE_ONE)
        .filter(plan -> !plan.schedule().paused())
        .toList();
  }
}
