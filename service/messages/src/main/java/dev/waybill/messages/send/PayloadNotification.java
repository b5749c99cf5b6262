package dev.waybill.messages.send;

import dev.waybill.Code;
import dev.waybill.Priority;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.events.jsonschema.JsonTrees;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.NotificationTarget;
import dev.waybill.messages.http.OutgoingRequest;
import java.net.URI;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Renders a message on a topic as a notification.
///
/// The fields of its payload are `title`; `text`, `message` or `body`; `tags`; `click`. A string is
/// used as the text. The default title is the message type, and the default text is the whole
/// payload. Texts that are too long are truncated.
final class PayloadNotification {

  static final int TITLE_LENGTH = 250;
  static final int TEXT_LENGTH = 4_000;
  private static final int TAGS = 10;
  private static final int TAG_LENGTH = 64;
  private static final int CLICK_LENGTH = 2_000;

  private PayloadNotification() {}

  /// @throws WaybillException if the payload has tags or a link that are invalid
  static NewMessage of(NewMessage message, NotificationTarget target, Priority priority) {
    String json = Objects.requireNonNullElse(message.body().text(), "null");
    JsonNode payload = JsonTrees.readEvent(json);
    String title = text(payload, "title");
    return target
        .message(
            Text.storable(title == null ? type(message) : title, TITLE_LENGTH),
            Text.storable(body(payload, json), TEXT_LENGTH),
            priority,
            tags(payload.path("tags")),
            click(payload))
        .build();
  }

  private static String type(NewMessage message) {
    return Objects.requireNonNullElse(message.subject(), "");
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

  private static Set<String> tags(JsonNode list) {
    Set<String> tags = new TreeSet<>();
    list.valueStream().filter(JsonNode::isString).map(JsonNode::stringValue).forEach(tags::add);
    check(tags.size() <= TAGS, "/tags must be at most " + TAGS + " tags");
    check(
        tags.stream().allMatch(tag -> !tag.isBlank() && tag.length() <= TAG_LENGTH),
        "/tags must be of 1 to " + TAG_LENGTH + " characters each, not blank");
    return tags;
  }

  private static @Nullable String click(JsonNode payload) {
    String click = text(payload, "click");
    check(click == null || isWebAddress(click), "/click must be an http or https URL");
    return click;
  }

  private static boolean isWebAddress(String text) {
    try {
      return text.length() <= CLICK_LENGTH && OutgoingRequest.isWebAddress(URI.create(text));
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new WaybillException(Code.INVALID_ARGUMENT, otherwise);
    }
  }
}
