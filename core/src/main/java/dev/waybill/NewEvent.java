package dev.waybill;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An event that a worker publishes while it runs a job.
///
/// @param sequence chosen by the worker; grows within one attempt. A number at or below the last
///     one is a repeat.
/// @param at when it happened, or null for the time it is stored
public record NewEvent(long sequence, String type, @Nullable Instant at, Payload data) {

  public static NewEvent of(long sequence, String type, String data) {
    return new NewEvent(sequence, type, null, Payload.of(data));
  }

  /// In the order of their sequence, so that none is taken for a repeat of a later one.
  public static List<NewEvent> inOrder(List<NewEvent> events) {
    return events.stream().sorted(Comparator.comparingLong(NewEvent::sequence)).toList();
  }
}
