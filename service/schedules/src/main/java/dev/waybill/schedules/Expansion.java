package dev.waybill.schedules;

import dev.waybill.NewJob;
import dev.waybill.schedule.Action;
import java.time.Instant;
import java.util.List;

/// Turns an event into the jobs that deliver it, one per matching subscription.
public interface Expansion {

  /// The deliveries, each with a request ID that is the same for the same occasion; none if no
  /// subscription matches. Throws a `WaybillException` if the topic or the event is refused.
  List<NewJob> expand(String tenant, Action.PublishEvent event, Occasion occasion);

  /// Whether the topic exists.
  boolean exists(String tenant, String topic);

  /// Identifies a firing.
  ///
  /// @param id the same for the same firing on every server, unique in the tenant; the ID of the
  ///     event is derived from it
  /// @param slot the slot, or the time of a manual run
  /// @param correlationId the correlation ID of everything that the firing starts
  record Occasion(String schedule, String id, Instant slot, String correlationId) {}
}
