package dev.waybill.events.envelope;

import dev.waybill.Payload;
import dev.waybill.settings.Limits;
import dev.waybill.topic.Attribute;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One event as it was received: its identifying values, and its unchanged bytes.
///
/// @param source the sender; null if a plain event has none
/// @param time when it happened; null if it is not given
/// @param key the subject of the event: the message ID, or the subject of a CloudEvent
/// @param traceparent the W3C trace context that came with the event
/// @param attributes the attributes to filter by, in the order of the envelope
/// @param body the event itself, byte for byte; for a notification the text of its `Message`
/// @param wrapper the notification around the body, byte for byte, or the CloudEvent whose
///     attributes came in headers; otherwise null
/// @param content the input of schemas and body filters: the JSON of the body, or of the data of a
///     CloudEvent; null if that is not JSON. Must not be changed
public record Envelope(
    Kind kind,
    Mode mode,
    String id,
    String type,
    @Nullable String source,
    @Nullable Instant time,
    @Nullable String schemaVersion,
    @Nullable String key,
    @Nullable String correlationId,
    @Nullable String traceparent,
    Map<String, Attribute> attributes,
    Payload body,
    @Nullable Payload wrapper,
    @Nullable JsonNode content) {

  /// The envelope that the event follows.
  public enum Kind {
    MESSAGE_CREATED,
    FREE_FOOD_EVENT,
    CLOUDEVENT,
    PLAIN
  }

  /// How the event arrived: alone, in an SNS notification, or in one of the forms of CloudEvents.
  public enum Mode {
    BARE,
    NOTIFICATION,
    STRUCTURED,
    BATCHED,
    BINARY
  }

  public Envelope {
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
  }

  /// The event with further attributes to filter by; they replace attributes of the same name.
  public Envelope withAttributes(Map<String, Attribute> more) {
    Map<String, Attribute> all = new LinkedHashMap<>(attributes);
    all.putAll(more);
    return toDraft().attributes(all).build();
  }

  /// The event after these errors, see [ConsumedEvent#failed]. Events without a retry count are
  /// unchanged.
  public Envelope afterErrors(List<ConsumedEvent.PastError> errors) {
    if (kind != Kind.FREE_FOOD_EVENT || errors.isEmpty()) {
      return this;
    }
    Payload counted = ConsumedEvent.read(body).failed(errors);
    return toDraft(counted).content(StrictJson.object(counted.bytesWithoutCopy())).build();
  }

  Draft toDraft() {
    return toDraft(body);
  }

  private Draft toDraft(Payload body) {
    return new Draft(kind, mode, id, type, body)
        .source(source)
        .time(time)
        .schemaVersion(schemaVersion)
        .key(key)
        .correlationId(correlationId)
        .traceparent(traceparent)
        .attributes(attributes)
        .wrapper(wrapper)
        .content(content);
  }

  /// Builds an envelope.
  static final class Draft {

    private final Kind kind;
    private final Mode mode;
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

    Draft(Kind kind, Mode mode, String id, String type, Payload body) {
      this.kind = kind;
      this.mode = mode;
      this.id = bounded("the id", id);
      this.type = bounded("the type", type);
      this.body = body;
    }

    Draft source(@Nullable String value) {
      source = value;
      return this;
    }

    Draft time(@Nullable Instant value) {
      time = value;
      return this;
    }

    Draft schemaVersion(@Nullable String value) {
      schemaVersion = value;
      return this;
    }

    Draft key(@Nullable String value) {
      key = value;
      return this;
    }

    Draft correlationId(@Nullable String value) {
      correlationId = value;
      return this;
    }

    Draft traceparent(@Nullable String value) {
      traceparent = value;
      return this;
    }

    Draft attributes(Map<String, Attribute> value) {
      attributes = value;
      return this;
    }

    Draft wrapper(@Nullable Payload value) {
      wrapper = value;
      return this;
    }

    Draft content(@Nullable JsonNode value) {
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
        throw Invalid.at("", "has " + what + " with a control character; remove it");
      }
      return text;
    }
  }
}
