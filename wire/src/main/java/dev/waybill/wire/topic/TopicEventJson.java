package dev.waybill.wire.topic;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.map;

import dev.waybill.Payload;
import dev.waybill.settings.Limits;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.TopicEvent;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.util.List;
import java.util.Map;

public final class TopicEventJson {

  private static final int MOST_HEADERS = 100;

  private static final Fields<TopicEvent> FIELDS =
      Fields.of("TopicEvent", "An event, with values that its body does not contain.");
  private static final Slot.Maybe<Payload> BODY =
      FIELDS.payload(
          "body",
          TopicEvent::body,
          "The event in its envelope, stored byte for byte.",
          "The body in base64; not together with `body`.");
  private static final Slot.Of<String> CONTENT_TYPE =
      FIELDS.or(
          TopicEvent.JSON,
          "content_type",
          TEXT,
          TopicEvent::contentType,
          "`application/json` or `application/cloudevents+json`.");
  private static final Slot.Of<Map<String, String>> HEADERS =
      FIELDS.or(
          Map.of(),
          "headers",
          map(TEXT, MOST_HEADERS),
          event -> event.headers().isEmpty() ? null : event.headers(),
          "The `ce-` headers of a CloudEvent in binary form.");
  private static final Slot.Maybe<String> TYPE =
      FIELDS.optional("type", TEXT, TopicEvent::type, "Type of the event.");
  private static final Slot.Maybe<String> ID =
      FIELDS.optional(
          "id",
          TEXT,
          TopicEvent::id,
          "ID of the event; events with the same ID in a topic are one event.");
  private static final Slot.Maybe<String> SOURCE =
      FIELDS.optional("source", TEXT, TopicEvent::source, "Source of the event.");
  private static final Slot.Of<Map<String, Attribute>> ATTRIBUTES =
      AttributesJson.field(FIELDS, TopicEvent::attributes);
  private static final Slot.Maybe<String> CORRELATION_ID =
      FIELDS.optional(
          "correlation_id",
          TEXT,
          TopicEvent::correlationId,
          "Links related jobs, events and messages.");
  private static final Slot.Maybe<String> TRACE_CONTEXT =
      FIELDS.optional(
          "trace_context",
          TEXT,
          TopicEvent::traceContext,
          "A W3C `traceparent`; default is that of the call.");

  public static final Document<TopicEvent> DOCUMENT = FIELDS.make(TopicEventJson::event);

  public static final Document<List<TopicEvent>> LIST =
      ListJson.of(
          "TopicEvents",
          "Events to publish, up to 1,000.",
          "events",
          DOCUMENT,
          Limits.EVENTS_PER_CALL);

  private TopicEventJson() {}

  private static TopicEvent event(Values in) {
    Payload body = in.get(BODY);
    if (body == null) {
      throw in.error("missing_field", "an event needs a `body`");
    }
    return TopicEvent.as(in.get(CONTENT_TYPE), in.get(HEADERS), body)
        .withType(in.get(TYPE))
        .withId(in.get(ID))
        .withSource(in.get(SOURCE))
        .withAttributes(in.get(ATTRIBUTES))
        .withCorrelationId(in.get(CORRELATION_ID))
        .withTraceContext(in.get(TRACE_CONTEXT));
  }
}
