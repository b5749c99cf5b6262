package dev.waybill.message;

import dev.waybill.topic.Delivery;
import java.util.List;

/// A message that was created.
///
/// @param deliveries the jobs that process it; if there are none, no subscription of the topic
///     matches, and the message stays `created`
/// @param duplicate whether the request ID was known
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
