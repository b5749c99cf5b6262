package dev.waybill.schedules;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.message.NewMessage;
import dev.waybill.schedule.Action;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Messages that a schedule makes: the body of an event of type `message_created` says
/// `message_type`, `stage` and `payload`, and each firing has a record and identifiers of its own.
final class ScheduledMessages {

  private static final String TYPE = "message_created";
  private static final JsonFactory JSON = new JsonFactory();

  private ScheduledMessages() {}

  static boolean isOne(Action.PublishEvent event) {
    return event.type().equals(TYPE);
  }

  /// Refuses what could never be fired.
  static void check(Action.PublishEvent event) {
    if (!event.attributes().isEmpty()) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "a scheduled message has no attributes of its own; they follow from its type and stage");
    }
    message(event);
  }

  static NewMessage of(Action.PublishEvent event, Expansion.Occasion occasion) {
    return message(event).withRequestId(occasion.id()).withCorrelationId(story(occasion));
  }

  private static NewMessage message(Action.PublishEvent event) {
    byte[] body = event.body().bytesWithoutCopy();
    return NewMessage.byScheduler(text(body, "message_type"), text(body, "stage"), payload(body));
  }

  /// Correlation ids of messages have the shape of a UUID.
  private static String story(Expansion.Occasion occasion) {
    byte[] name = occasion.correlationId().getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(name).toString();
  }

  private static String text(byte[] body, String field) {
    try (JsonParser parser = at(body, field)) {
      if (parser.currentToken() == JsonToken.VALUE_STRING) {
        return parser.getString();
      }
    } catch (JacksonException malformed) {
      // answered below
    }
    throw new WaybillException(
        Code.INVALID_ARGUMENT, "the body of a scheduled message needs the text \"" + field + "\"");
  }

  /// As it is written; an empty object where there is none.
  private static String payload(byte[] body) {
    try (JsonParser parser = at(body, "payload")) {
      if (parser.currentToken() == null) {
        return "{}";
      }
      int from = (int) parser.currentTokenLocation().getByteOffset();
      parser.skipChildren();
      parser.finishToken();
      int to = (int) parser.currentLocation().getByteOffset();
      return new String(Arrays.copyOfRange(body, from, to), StandardCharsets.UTF_8);
    }
  }

  /// At the value of a field of the outermost object, or at the end.
  private static JsonParser at(byte[] body, String field) {
    JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body);
    parser.nextToken();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean isIt = parser.currentName().equals(field);
      parser.nextToken();
      if (isIt) {
        return parser;
      }
      parser.skipChildren();
    }
    parser.nextToken();
    return parser;
  }
}
