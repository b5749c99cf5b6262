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

/// The schedules by their next firing. An entry that was taken must be put back.
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

  /// Replaces an entry of the same name.
  void put(AgendaEntry entry) {
    remove(entry.plan().name());
    entries.put(entry.plan().name(), entry);
    heap.add(entry);
  }

  /// The entry stays in the heap until it is due, because a search for it would be slow.
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

  /// The time up to which all slots are handled, if everything that was due by then has been taken;
  /// a failed entry limits it.
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

  /// The schedules that may hold one slot back until the previous run ends.
  List<Plan> queueing() {
    return entries.values().stream()
        .map(AgendaEntry::plan)
        .filter(plan -> plan.schedule().overlap() == Overlap.QUEUE_ONE)
        .filter(plan -> !plan.schedule().paused())
        .toList();
  }
}
