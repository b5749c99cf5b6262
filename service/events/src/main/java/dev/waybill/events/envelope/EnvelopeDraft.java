package dev.waybill.events.envelope;

import dev.waybill.Limits;
import dev.waybill.Payload;
import dev.waybill.topic.Attribute;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Collects the parts of an [Envelope].
final class EnvelopeDraft {

  private final Envelope.Kind kind;
  private final Envelope.Mode mode;
  private final String id;
  private final String type;
  private final Payload body;
  private @Nullable String source;
  private @Nullable Instant time;
  private @Nullable String schemaVersion;
  private @Nullable String key;
  private @Nullable String correlationId;
  private @Nullable String traceparent;
  private Map<String, Attribute> attributes = Map.of();
  private @Nullable Payload wrapper;
  private @Nullable JsonNode content;

  EnvelopeDraft(Envelope.Kind kind, Envelope.Mode mode, String id, String type, Payload body) {
    this.kind = kind;
    this.mode = mode;
    this.id = bounded("the id", id);
    this.type = bounded("the type", type);
    this.body = body;
  }

  EnvelopeDraft source(@Nullable String value) {
    source = value;
    return this;
  }

  EnvelopeDraft time(@Nullable Instant value) {
    time = value;
    return this;
  }

  EnvelopeDraft schemaVersion(@Nullable String value) {
    schemaVersion = value;
    return this;
  }

  EnvelopeDraft key(@Nullable String value) {
    key = value;
    return this;
  }

  EnvelopeDraft correlationId(@Nullable String value) {
    correlationId = value;
    return this;
  }

  EnvelopeDraft traceparent(@Nullable String value) {
    traceparent = value;
    return this;
  }

  EnvelopeDraft attributes(Map<String, Attribute> value) {
    attributes = value;
    return this;
  }

  EnvelopeDraft wrapper(@Nullable Payload value) {
    wrapper = value;
    return this;
  }

  EnvelopeDraft content(@Nullable JsonNode value) {
    content = value;
    return this;
  }

  Envelope build() {
    return new Envelope(
        kind,
        mode,
        id,
        type,
        source,
        time,
        schemaVersion,
        key,
        correlationId,
        traceparent,
        attributes,
        body,
        wrapper,
        content);
  }

  private static String bounded(String what, String text) {
    if (text.length() > Limits.KEY_LENGTH) {
      String length = " with " + text.length() + " characters; the limit is " + Limits.KEY_LENGTH;
      throw Invalid.at("", "has " + what + length);
    }
    if (!CloudEventRules.hasNoControl(text)) {
      throw Invalid.at("", "has " + what + " with a control character; leave that out");
    }
    return text;
  }
}
