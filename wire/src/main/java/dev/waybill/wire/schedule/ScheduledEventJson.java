package dev.waybill.wire.schedule;

import dev.waybill.Payload;
import dev.waybill.schedule.Action;
import dev.waybill.topic.Attribute;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.topic.AttributesJson;
import java.util.Map;
import java.util.TreeMap;

final class ScheduledEventJson {

  private static final Payload EMPTY = Payload.of("{}");

  private static final Fields<Action.PublishEvent> FIELDS =
      Fields.of("ScheduledEvent", "An event that is published in each slot.");
  private static final Slot.Of<String> TOPIC =
      FIELDS.text("topic", Action.PublishEvent::topic, "The topic it is published to.");
  private static final Slot.Of<String> TYPE =
      FIELDS.text("type", Action.PublishEvent::type, "Type of the event.");
  private static final Slot.Maybe<Payload> BODY =
      FIELDS.payload(
          "body",
          Action.PublishEvent::body,
          "A JSON object; default `{}`.",
          "The body in base64; not together with `body`.");
  private static final Slot.Of<Map<String, Attribute>> ATTRIBUTES =
      AttributesJson.field(FIELDS, event -> new TreeMap<>(event.attributes()));

  static final Document<Action.PublishEvent> DOCUMENT =
      FIELDS.make(
          in ->
              new Action.PublishEvent(
                  in.get(TOPIC), in.get(TYPE), in.get(BODY, EMPTY), in.get(ATTRIBUTES)));

  private ScheduledEventJson() {}
}
