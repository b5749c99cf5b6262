package dev.waybill.events.envelope;

import dev.waybill.Payload;
import dev.waybill.topic.Attribute;
import dev.waybill.wire.json.TimeText;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Maps our envelopes to CloudEvents and back. The data of such a CloudEvent is the whole body,
/// byte for byte; its attributes repeat values of the body, so the mapping loses nothing.
public final class CloudEventMapping {

  static final String SCHEMA_VERSION = "schemaversion";
  static final String CORRELATION_ID = "correlationid";

  private static final String JSON = "application/json";

  private CloudEventMapping() {}

  /// @param topicArn the source of an event without a source
  public static CloudEvent toCloudEvent(Envelope envelope, String topicArn) {
    return switch (envelope.kind()) {
      case CLOUDEVENT -> CloudEventJson.read(json(envelope));
      case MESSAGE_CREATED, FREE_FOOD_EVENT, PLAIN -> mapped(envelope, topicArn);
    };
  }

  /// Reads the event inside: if the data is one of our envelopes, that envelope, otherwise the
  /// CloudEvent itself. Refuses attributes that contradict the data.
  public static Envelope fromCloudEvent(CloudEvent event) {
    CloudEvent.Data data = event.data();
    if (data == null || data.form() != CloudEvent.Form.JSON) {
      return envelope(event);
    }
    String trace = TraceparentField.valid(event.extension(TraceparentField.NAME));
    Envelope inside = JsonEnvelopes.oneOfOurs(data.bytes().bytesWithoutCopy(), trace);
    if (inside == null) {
      return envelope(event);
    }
    agree(event, inside);
    return inside;
  }

  /// Refuses attributes that contradict the event in the data.
  static void agree(CloudEvent event, Envelope inside) {
    agree("/id", event.id(), inside.id());
    agree("/type", event.type(), inside.type());
  }

  /// The JSON of the CloudEvent; unchanged if it came as JSON.
  static Payload written(Envelope envelope, String topicArn) {
    return switch (envelope.kind()) {
      case CLOUDEVENT -> json(envelope);
      case MESSAGE_CREATED, FREE_FOOD_EVENT, PLAIN ->
          CloudEventJson.write(mapped(envelope, topicArn));
    };
  }

  private static Payload json(Envelope event) {
    return event.wrapper() == null ? event.body() : event.wrapper();
  }

  private static Envelope envelope(CloudEvent event) {
    byte[] json = CloudEventJson.write(event).bytesWithoutCopy();
    return CloudEventEnvelopes.structured(
        Envelope.Mode.STRUCTURED, json, StrictJson.objectAround(json), null);
  }

  private static CloudEvent mapped(Envelope envelope, String topicArn) {
    boolean json = envelope.content() != null;
    String source = uriReference(Objects.requireNonNullElse(envelope.source(), topicArn));
    CloudEvent.Form form = json ? CloudEvent.Form.JSON : CloudEvent.Form.TEXT;
    return CloudEvent.builder(envelope.id(), source, envelope.type())
        .subject(fits(envelope.key()) ? envelope.key() : null)
        .time(time(envelope))
        .dataContentType(json ? JSON : "text/plain")
        .extensions(extensions(envelope))
        .data(new CloudEvent.Data(form, envelope.body()))
        .build();
  }

  private static Map<String, Attribute> extensions(Envelope envelope) {
    Map<String, Attribute> extensions = new LinkedHashMap<>();
    put(extensions, SCHEMA_VERSION, envelope.schemaVersion());
    put(extensions, CORRELATION_ID, envelope.correlationId());
    put(extensions, TraceparentField.NAME, envelope.traceparent());
    put(
        extensions,
        "messagetype",
        AttributeJson.textOrNull(envelope.attributes().get("message_type")));
    put(extensions, "stage", AttributeJson.textOrNull(envelope.attributes().get("stage")));
    return extensions;
  }

  private static void put(Map<String, Attribute> extensions, String name, @Nullable String value) {
    if (value != null && fits(value)) {
      extensions.put(name, Attribute.of(value));
    }
  }

  /// Values that an attribute of a CloudEvent cannot contain are only in the data.
  private static boolean fits(@Nullable String value) {
    return value != null && !value.isEmpty() && CloudEventRules.hasNoControl(value);
  }

  /// The time as the body writes it.
  private static @Nullable String time(Envelope envelope) {
    return switch (envelope.kind()) {
      case MESSAGE_CREATED -> spelt(envelope, "timestamp");
      case FREE_FOOD_EVENT -> spelt(envelope, "published_at");
      case CLOUDEVENT, PLAIN ->
          envelope.time() == null ? null : TimeText.withMillis(envelope.time());
    };
  }

  private static @Nullable String spelt(Envelope envelope, String name) {
    JsonNode content = envelope.content();
    JsonNode value = content == null ? null : content.get(name);
    return value == null || !value.isString() ? null : value.stringValue();
  }

  private static String uriReference(String source) {
    StringBuilder out = new StringBuilder(source.length());
    for (byte b : source.getBytes(StandardCharsets.UTF_8)) {
      if (b != '%' && CloudEventRules.isUriCharacter((char) b)) {
        out.append((char) b);
      } else {
        HeaderText.appendEncoded(out, b);
      }
    }
    return out.toString();
  }

  private static void agree(String pointer, String outside, String inside) {
    Invalid.check(
        outside.equals(inside),
        pointer,
        "contradicts the event in /data; send the same value in both");
  }
}
