package dev.waybill;

import java.time.Instant;
import java.util.Set;

/// Selects events of a job.
///
/// @param after the position to begin after
/// @param from the time of the earliest event
/// @param types event types; empty for all
public record EventSelection(EventCursor after, Instant from, Set<String> types) {

  public EventSelection {
    types = Set.copyOf(types);
  }

  /// Whether it selects every event after the position, as most readers do.
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
