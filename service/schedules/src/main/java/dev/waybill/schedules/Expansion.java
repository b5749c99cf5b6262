package dev.waybill.schedules;

import dev.waybill.NewJob;
import dev.waybill.schedule.Action;
import java.time.Instant;
import java.util.List;

/// Turns an event into the jobs that deliver it, one per matching subscription.
public interface Expansion {

  /// The deliveries, each with a request id that is the same whenever the same occasion comes
  /// again; none where nobody listens. Throws a `WaybillException` where the topic or the event is
  /// not allowed.
  List<NewJob> expand(String tenant, Action.PublishEvent event, Occasion occasion);

  /// Whether there is a topic of this name.
  boolean exists(String tenant, String topic);

  /// Which firing it is.
  ///
  /// @param id the same for the same firing on every server, unique in the tenant: what the id of
  ///     the event is to be made of
  /// @param slot the time the schedule says, or the time it was asked to run now
  /// @param correlationId for all that the firing leads to
  record Occasion(String schedule, String id, Instant slot, String correlationId) {}
}
