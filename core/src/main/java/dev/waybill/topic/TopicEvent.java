package dev.waybill.topic;

import dev.waybill.Payload;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An event as its producer publishes it.
///
/// Values in a known envelope take precedence; the other components supply missing values.
///
/// @param contentType `application/json`, `application/cloudevents+json`, or the type of the body
/// @param headers the `ce-` headers of a CloudEvent in binary form
/// @param type the event type, if the body has none
/// @param id the event ID, if the body has none: within a topic, events with the same ID are one
///     event; null to generate one
/// @param source the source of the event, if the body has none
/// @param attributes further attributes; they take precedence over the envelope
/// @param correlationId links related jobs, events and messages
/// @param traceContext the W3C `traceparent` of the producer
public record TopicEvent(
    String contentType,
    Map<String, String> headers,
    Payload body,
    @Nullable String type,
    @Nullable String id,
    @Nullable String source,
    Map<String, Attribute> attributes,
    @Nullable String correlationId,
    @Nullable String traceContext) {

  public static final String JSON = "application/json";
  public static final String CLOUDEVENT = "application/cloudevents+json";

  public TopicEvent {
    headers = Map.copyOf(headers);
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
  }

  /// A body with an envelope that states its type.
  public static TopicEvent of(String json) {
    return as(JSON, json);
  }

  /// A body in any format.
  public static TopicEvent of(String type, String json) {
    return of(json).withType(type);
  }

  public static TopicEvent cloudEvent(String json) {
    return as(CLOUDEVENT, json);
  }

  private static TopicEvent as(String contentType, String json) {
    return as(contentType, Map.of(), Payload.of(json));
  }

  public static TopicEvent as(String contentType, Map<String, String> headers, Payload body) {
    return new TopicEvent(contentType, headers, body, null, null, null, Map.of(), null, null);
  }

  public TopicEvent withType(@Nullable String name) {
    return with(fields -> fields.type = name);
  }

  public TopicEvent withId(@Nullable String own) {
    return with(fields -> fields.id = own);
  }

  public TopicEvent withSource(@Nullable String origin) {
    return with(fields -> fields.source = origin);
  }

  public TopicEvent withAttributes(Map<String, Attribute> all) {
    return with(fields -> fields.attributes = all);
  }

  public TopicEvent withAttribute(String name, Attribute value) {
    Map<String, Attribute> more = new LinkedHashMap<>(attributes);
    more.put(name, value);
    return withAttributes(more);
  }

  public TopicEvent withAttribute(String name, String value) {
    return withAttribute(name, Attribute.of(value));
  }

  public TopicEvent withCorrelationId(@Nullable String shared) {
    return with(fields -> fields.correlationId = shared);
  }

  public TopicEvent withTraceContext(@Nullable String traceparent) {
    return with(fields -> fields.traceContext = traceparent);
  }

  private TopicEvent with(Consumer<Fields> change) {
    Fields fields = new Fields(this);
    change.accept(fields);
    return fields.value();
  }

  /// The mutable fields of a copy.
  private static final class Fields {
    private String contentType;
    private Map<String, String> headers;
    private Payload body;
    private @Nullable String type;
    private @Nullable String id;
    private @Nullable String source;
    private Map<String, Attribute> attributes;
    private @Nullable String correlationId;
    private @Nullable String traceContext;

    private Fields(TopicEvent of) {
      contentType = of.contentType;
      headers = of.headers;
      body = of.body;
      type = of.type;
      id = of.id;
      source = of.source;
      attributes = of.attributes;
      correlationId = of.correlationId;
      traceContext = of.traceContext;
    }

    private TopicEvent value() {
      return new TopicEvent(
          contentType, headers, body, type, id, source, attributes, correlationId, traceContext);
    }
  }
}
