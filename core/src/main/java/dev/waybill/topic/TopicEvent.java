package dev.waybill.topic;

import dev.waybill.Payload;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An event as its producer gives it.
///
/// What an envelope that is known here says of itself is taken from it; what it does not say is
/// taken from beside it.
///
/// @param contentType `application/json`, `application/cloudevents+json`, or what the body is
/// @param headers the `ce-` headers of a CloudEvent in binary form
/// @param type what kind of event it is, where the body does not say
/// @param id its own name, where the body does not say: the same in a topic is the same event;
///     null for a new one
/// @param source where it comes from, where the body does not say
/// @param attributes what else is said about it; stands over what the envelope says
/// @param correlationId carried along, to find everything that belongs together
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

  /// A body that says itself what it is.
  public static TopicEvent of(String json) {
    return as(JSON, json);
  }

  /// A body of any form.
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

  /// The fields of a copy while it is made.
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
