package dev.waybill.events.envelope;

import dev.waybill.wire.json.TimeText;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The values of an event without a known envelope. The first available source is used: a field of
/// the body, the notification around it, the default. A field that is not a string is ignored,
/// except for the ID.
record PlainFields(
    @Nullable ObjectNode tree, @Nullable SnsNotification notification, Defaults defaults) {

  /// Refuses an ID that is not a string unless another source provides an ID: the producer expects
  /// the event to be identified by it.
  String id() {
    String id = first(text("event_id"), text("id"), messageId(), defaults.id());
    if (id != null) {
      return id;
    }
    refuseUnusable("event_id");
    refuseUnusable("id");
    if (defaults.fresh()) {
      return UUID.randomUUID().toString();
    }
    throw Invalid.at(
        "/event_id", "is missing; send it as a string, or give the ID outside the event");
  }

  private void refuseUnusable(String name) {
    JsonNode value = tree == null ? null : tree.get(name);
    if (value != null) {
      throw Invalid.at(
          "/" + name,
          "must be a string that is not blank; it is "
              + (value.isString() ? "blank" : ObjectFields.kindOf(value))
              + ". Send the ID as a string, omit it, or give the ID outside the event");
    }
  }

  String type() {
    String type =
        first(
            text("event_type"),
            text("type"),
            attribute("event_type"),
            attribute("type"),
            defaults.type());
    if (type == null) {
      throw Invalid.at(
          "/event_type",
          "is missing; send it or /type as a string, or give the type outside the event");
    }
    return type;
  }

  @Nullable String source() {
    return first(text("source"), attribute("source"), defaults.source());
  }

  @Nullable Instant time() {
    String text = first(text("timestamp"), text("time"));
    Instant time = text == null ? null : TimeText.parseRfc3339(text);
    return time != null || notification == null ? time : notification.timestamp();
  }

  @Nullable String schemaVersion() {
    return text("schema_version");
  }

  @Nullable String key() {
    return first(text("subject"), notification == null ? null : notification.subject());
  }

  @Nullable String correlationId() {
    return first(text("correlation_id"), attribute("correlation_id"));
  }

  private @Nullable String messageId() {
    return notification == null ? null : notification.messageId();
  }

  private @Nullable String text(String name) {
    JsonNode value = tree == null ? null : tree.get(name);
    return value != null && value.isString() ? value.stringValue() : null;
  }

  private @Nullable String attribute(String name) {
    return notification == null
        ? null
        : AttributeJson.textOrNull(notification.attributes().get(name));
  }

  private static @Nullable String first(@Nullable String... values) {
    for (String value : values) {
      if (value != null && !value.isBlank()) {
        return value;
      }
    }
    return null;
  }
}
