package dev.waybill.messages;

import dev.waybill.Priority;
import dev.waybill.message.TopicMessage;
import dev.waybill.messages.notify.Notification;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Renders the notification from the payload. The fields of an object are `title`; `text`,
/// `message` or `body`; `tags`; `click`. A string is used as the text. The default title is the
/// message type, and the default text is the whole payload.
public final class PayloadTemplate implements MessageTemplate {

  @Override
  public String name() {
    return "payload";
  }

  @Override
  public Notification render(String notificationId, TopicMessage message, Priority priority) {
    JsonNode payload = StoredMessage.JSON.readTree(message.payload());
    String title = text(payload, "title");
    return new Notification(
        notificationId,
        title == null ? message.type() : title,
        body(payload, message.payload()),
        priority,
        tags(payload.path("tags")),
        text(payload, "click"));
  }

  private static String body(JsonNode payload, String json) {
    if (payload.isString()) {
      return payload.stringValue();
    }
    return Stream.of("text", "message", "body")
        .flatMap(name -> Stream.ofNullable(text(payload, name)))
        .findFirst()
        .orElse(json);
  }

  private static @Nullable String text(JsonNode payload, String name) {
    JsonNode value = payload.path(name);
    return value.isString() && !value.stringValue().isBlank() ? value.stringValue() : null;
  }

  private static List<String> tags(JsonNode tags) {
    return tags.valueStream().filter(JsonNode::isString).map(JsonNode::stringValue).toList();
  }
}
