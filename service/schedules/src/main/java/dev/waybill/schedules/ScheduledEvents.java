package dev.waybill.schedules;

import dev.waybill.schedule.Action;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.TopicEvent;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/// The event of one firing: its body is that of the schedule; the headers of a CloudEvent contain
/// an ID that is the same on every server and unique per firing.
final class ScheduledEvents {

  private static final String SOURCE = "scheduler";

  private ScheduledEvents() {}

  static TopicEvent of(String tenant, Action.PublishEvent event, Expansion.Occasion occasion) {
    Map<String, String> headers = new HashMap<>();
    headers.put("ce-specversion", "1.0");
    headers.put("ce-id", id(tenant, occasion));
    headers.put("ce-type", event.type());
    headers.put("ce-source", SOURCE);
    headers.put("ce-time", occasion.slot().toString());
    TopicEvent scheduled =
        TopicEvent.as(TopicEvent.JSON, headers, event.body())
            .withCorrelationId(occasion.correlationId());
    for (Map.Entry<String, Attribute> attribute : event.attributes().entrySet()) {
      scheduled = scheduled.withAttribute(attribute.getKey(), attribute.getValue());
    }
    return scheduled;
  }

  private static String id(String tenant, Expansion.Occasion occasion) {
    byte[] name = (tenant + "/" + occasion.id()).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(name).toString();
  }
}
