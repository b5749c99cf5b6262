package dev.waybill.events.envelope;

import dev.waybill.Payload;
import dev.waybill.topic.Attribute;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One event as it was received: who it says it is, and its bytes, which are never changed.
///
/// @param source who sent it; null where a plain event does not say
/// @param time when it happened; null where it does not say
/// @param key what the event is about: the message id, or the subject of a CloudEvent
/// @param traceparent the W3C trace context it came with
/// @param attributes what filters look at, in the order of the envelope
/// @param body the event itself, byte for byte; of a notification the text of its `Message`
/// @param wrapper what was around the body: the notification, byte for byte, or the CloudEvent
///     whose attributes came in headers; else null
/// @param content what schemas and filters on the body look at: the JSON of the body, of a
///     CloudEvent its data; null where that is no JSON. Not to be changed
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

  /// Whose rules the event keeps.
  public enum Kind {
    MESSAGE_CREATED,
    FREE_FOOD_EVENT,
    CLOUDEVENT,
    PLAIN
  }

  /// How the event came: alone, in an SNS notification, or in one of the forms of CloudEvents.
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

  /// The same event with more to filter by; an attribute of the same name is replaced.
  public Envelope withAttributes(Map<String, Attribute> more) {
    Map<String, Attribute> all = new LinkedHashMap<>(attributes);
    all.putAll(more);
    return toDraft().attributes(all).build();
  }

  /// The same event after these errors, see [ConsumedEvent#failed]. Events that do not count their
  /// errors stay as they are.
  public Envelope afterErrors(List<ConsumedEvent.PastError> errors) {
    if (kind != Kind.FREE_FOOD_EVENT || errors.isEmpty()) {
      return this;
    }
    Payload counted = ConsumedEvent.read(body).failed(errors);
    return toDraft(counted).content(StrictJson.object(counted.bytesWithoutCopy())).build();
  }

  EnvelopeDraft toDraft() {
    return toDraft(body);
  }

  private EnvelopeDraft toDraft(Payload body) {
    return new EnvelopeDraft(kind, mode, id, type, body)
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
}
