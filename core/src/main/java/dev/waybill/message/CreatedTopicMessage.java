package dev.waybill.message;

import dev.waybill.topic.Delivery;
import java.util.List;

/// A message that was made.
///
/// @param deliveries the jobs that process it; where there are none, no subscription of the topic
///     matches, and the record stays `created`
/// @param duplicate the request id was known
public record CreatedTopicMessage(
    String messageId,
    String eventId,
    String correlationId,
    List<Delivery> deliveries,
    boolean duplicate) {

  public CreatedTopicMessage {
    deliveries = List.copyOf(deliveries);
  }
}
