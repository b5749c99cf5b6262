package dev.waybill.events.envelope;

import dev.waybill.wire.json.TimeText;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What an event that follows no known envelope says about itself. Of each kind of information the
/// first that is there counts: a field of the body, the notification around it, the default. A
/// field that is no text is passed over, but for the ID.
record PlainFields(
    @Nullable ObjectNode tree, @Nullable SnsNotification notification, Defaults defaults) {

  /// An ID that is there but is no text is refused unless something else names the event: its
  /// producer believes that the event is known by it.
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
        "/event_id", "is missing; send it as a string, or give the ID beside the event");
  }

  private void refuseUnusable(String name) {
    JsonNode value = tree == null ? null : tree.get(name);
    if (value != null) {
      throw Invalid.at(
          "/" + name,
          "must be a string that is not blank; it is "
              + (value.isString() ? "blank" : ObjectFields.kindOf(value))
              + ". Send the ID as a string, leave it out, or give the ID beside the event");
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
          "is missing; send it or /type as a string, or give the type beside the event");
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
