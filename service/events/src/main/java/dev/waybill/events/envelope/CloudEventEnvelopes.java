package dev.waybill.events.envelope;

import dev.waybill.Payload;
import dev.waybill.topic.Attribute;
import dev.waybill.wire.json.TimeText;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads CloudEvents as envelopes.
final class CloudEventEnvelopes {

  private CloudEventEnvelopes() {}

  static Envelope structured(
      Envelope.Mode mode, byte[] json, ObjectNode tree, @Nullable String trace) {
    CloudEvent event = CloudEventJson.context(tree);
    JsonNode data = CloudEvent.isJson(event.dataContentType()) ? tree.get("data") : null;
    return draft(mode, event, Payload.wrap(json), data, trace).build();
  }

  static Envelope binary(
      @Nullable String contentType,
      Map<String, String> headers,
      Payload body,
      @Nullable String trace) {
    CloudEvent event = CloudEventHttp.read(new CloudEventHttp.Message(contentType, headers, body));
    CloudEvent.Data data = event.data();
    JsonNode content =
        data != null && data.form() == CloudEvent.Form.JSON
            ? StrictJson.value(body.bytesWithoutCopy())
            : null;
    return draft(Envelope.Mode.BINARY, event, body, content, trace)
        .wrapper(CloudEventJson.write(event))
        .build();
  }

  /// Whether a consumer treats this as a CloudEvent: it has all required attributes.
  static boolean looksLikeOne(ObjectNode tree) {
    return Stream.of("specversion", "id", "source", "type")
        .allMatch(name -> tree.path(name).isString());
  }

  /// The data of a CloudEvent as a consumer sees it.
  ///
  /// @param content the data as a tree, if it is JSON
  static Envelope.Draft consumed(CloudEvent event, @Nullable JsonNode content) {
    CloudEvent.Data data = event.data();
    Payload body = data == null ? Payload.empty() : data.bytes();
    return draft(Envelope.Mode.STRUCTURED, event, body, content, null);
  }

  /// The event in the data, with values that only the CloudEvent has.
  static Envelope around(Envelope inside, CloudEvent event) {
    Map<String, Attribute> all = new LinkedHashMap<>(event.attributes());
    all.putAll(inside.attributes());
    String correlation = inside.correlationId();
    return inside
        .toDraft()
        .attributes(all)
        .correlationId(
            correlation != null ? correlation : event.extension(CloudEventMapping.CORRELATION_ID))
        .traceparent(TraceparentField.valid(event.extension(TraceparentField.NAME)))
        .build();
  }

  private static Envelope.Draft draft(
      Envelope.Mode mode,
      CloudEvent event,
      Payload body,
      @Nullable JsonNode content,
      @Nullable String trace) {
    String own = TraceparentField.valid(event.extension(TraceparentField.NAME));
    Instant time = event.time() == null ? null : TimeText.parseRfc3339(event.time());
    return new Envelope.Draft(Envelope.Kind.CLOUDEVENT, mode, event.id(), event.type(), body)
        .source(event.source())
        .time(time)
        .schemaVersion(event.extension(CloudEventMapping.SCHEMA_VERSION))
        .key(event.subject())
        .correlationId(event.extension(CloudEventMapping.CORRELATION_ID))
        .traceparent(own == null ? trace : own)
        .attributes(attributes(event, content))
        .content(content);
  }

  /// The attributes to filter by. If the data is one of our envelopes, its attributes are included.
  private static Map<String, Attribute> attributes(CloudEvent event, @Nullable JsonNode content) {
    Map<String, Attribute> all = new LinkedHashMap<>(event.attributes());
    if (content instanceof ObjectNode tree
        && KnownKind.MESSAGE_CREATED.equals(KnownKind.of(tree))) {
      KnownKind.MESSAGE_CREATED.attributes(tree).forEach(all::putIfAbsent);
    }
    return all;
  }
}
