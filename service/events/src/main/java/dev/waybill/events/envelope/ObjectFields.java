package dev.waybill.events.envelope;

import dev.waybill.base.Text;
import dev.waybill.wire.json.TimeText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads the members of one JSON object by rules. A null counts as a missing member.
///
/// @param pointer the JSON pointer to the object
/// @param owner what the object belongs to, for messages: `a message_created event`
record ObjectFields(ObjectNode node, String pointer, String owner) {

  String text(String name) {
    String text = optionalText(name);
    if (text == null) {
      throw missing(name, "a string that is not blank");
    }
    if (text.isBlank()) {
      throw Invalid.at(at(name), "is blank; " + owner + " requires text");
    }
    return text;
  }

  @Nullable String optionalText(String name) {
    JsonNode value = get(name);
    if (value == null) {
      return null;
    }
    if (!value.isString()) {
      throw Invalid.at(at(name), "must be a string; it is " + kindOf(value));
    }
    return value.stringValue();
  }

  Instant time(String name) {
    Instant time = optionalTime(name);
    if (time == null) {
      throw missing(name, "a time such as 2025-10-21T14:30:00.000Z");
    }
    return time;
  }

  @Nullable Instant optionalTime(String name) {
    String text = optionalText(name);
    if (text == null) {
      return null;
    }
    Instant time = TimeText.parseRfc3339(text);
    if (time == null) {
      throw Invalid.at(
          at(name), "must be a time such as 2025-10-21T14:30:00.000Z; it is " + Text.quote(text));
    }
    return time;
  }

  ObjectFields object(String name) {
    JsonNode value = get(name);
    if (value == null) {
      throw missing(name, "an object");
    }
    if (value instanceof ObjectNode object) {
      return new ObjectFields(object, at(name), owner);
    }
    throw Invalid.at(at(name), "must be an object; it is " + kindOf(value));
  }

  @Nullable JsonNode get(String name) {
    JsonNode value = node.get(name);
    return value == null || value.isNull() ? null : value;
  }

  String at(String name) {
    return pointer + StrictJson.step(name);
  }

  dev.waybill.WaybillException missing(String name, String needed) {
    return Invalid.at(at(name), "is missing; " + owner + " needs it as " + needed);
  }

  static String kindOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "an object";
      case ARRAY -> "an array";
      case STRING -> "a string";
      case NUMBER -> "a number";
      case BOOLEAN -> "a boolean";
      case NULL -> "null";
      case BINARY, MISSING, POJO -> "something else";
    };
  }
}
