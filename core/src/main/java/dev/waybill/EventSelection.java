package dev.waybill;

import java.time.Instant;
import java.util.Set;

/// Which events of a job a reader wants.
///
/// @param after the place to begin after
/// @param from the time of the earliest
/// @param types empty for all
public record EventSelection(EventCursor after, Instant from, Set<String> types) {

  public EventSelection {
    types = Set.copyOf(types);
  }

  /// Whether every event after the place is taken, as most readers want it.
  public boolean takesAll() {
    return from.equals(Instant.MIN) && types.isEmpty();
  }

  public boolean takes(JobEvent event) {
    return !event.at().isBefore(from) && (types.isEmpty() || types.contains(event.type()));
  }

  public EventSelection after(EventCursor cursor) {
    return new EventSelection(cursor, from, types);
  }
}
