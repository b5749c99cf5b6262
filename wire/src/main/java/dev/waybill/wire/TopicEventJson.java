package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.ANY;
import static dev.waybill.wire.Shape.Scalar.BASE64;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.optional;

import dev.waybill.Payload;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.TopicEvent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public final class TopicEventJson {

  public static final Shape SHAPE =
      Shape.of(
          "TopicEvent",
          "An event, and what its body does not say itself.",
          optional("body", ANY, "The event as it travels, kept byte for byte."),
          optional("body_base64", BASE64, "The same in base64; not together with `body`."),
          optional("content_type", TEXT, "`application/json` or `application/cloudevents+json`."),
          optional(
              "headers",
              new Shape.Entries(TEXT),
              "The `ce-` headers of a CloudEvent in binary form."),
          optional("type", TEXT, "What kind of event it is."),
          optional("id", TEXT, "Its own name: the same in a topic is the same event."),
          optional("source", TEXT, "Where it comes from."),
          AttributesJson.FIELD,
          optional("correlation_id", TEXT, "Carried along, to find what belongs together."),
          optional("trace_context", TEXT, "A W3C `traceparent`; that of the call if left out."));

  private static final int MOST_HEADERS = 100;

  private TopicEventJson() {}

  public static TopicEvent read(JsonIn in) {
    var found =
        new Object() {
          @Nullable Payload body;
          String contentType = TopicEvent.JSON;
          Map<String, String> headers = Map.of();
          @Nullable String type;
          @Nullable String id;
          @Nullable String source;
          Map<String, Attribute> attributes = Map.of();
          @Nullable String correlationId;
          @Nullable String traceContext;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "body" -> found.body = PayloadFields.once(in, found.body, in.raw());
            case "body_base64" -> found.body = PayloadFields.once(in, found.body, in.base64());
            case "content_type" -> found.contentType = in.text();
            case "headers" -> found.headers = in.entries(MOST_HEADERS, in::text);
            case "type" -> found.type = in.text();
            case "id" -> found.id = in.text();
            case "source" -> found.source = in.text();
            case "attributes" -> found.attributes = AttributesJson.read(in);
            case "correlation_id" -> found.correlationId = in.text();
            case "trace_context" -> found.traceContext = in.text();
            default -> throw in.unread(field);
          }
        });
    if (found.body == null) {
      throw in.error("missing_field", "an event needs a `body`");
    }
    return new TopicEvent(
        found.contentType,
        found.headers,
        found.body,
        found.type,
        found.id,
        found.source,
        found.attributes,
        found.correlationId,
        found.traceContext);
  }

  public static void write(JsonOut out, TopicEvent event) {
    out.payload("body", event.body());
    out.text("content_type", event.contentType());
    if (!event.headers().isEmpty()) {
      out.object("headers", fields -> event.headers().forEach(fields::text));
    }
    out.text("type", event.type());
    out.text("id", event.id());
    out.text("source", event.source());
    AttributesJson.write(out, event.attributes());
    out.text("correlation_id", event.correlationId());
    out.text("trace_context", event.traceContext());
  }
}
