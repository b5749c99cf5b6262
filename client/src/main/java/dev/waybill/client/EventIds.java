package dev.waybill.client;

import dev.waybill.Payload;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Looks for the ID of an event in its body.
final class EventIds {

  private static final JsonFactory JSON = new JsonFactory();

  private EventIds() {}

  /// Whether the body is an object with an ID that is no text.
  static boolean isUnusable(Payload body) {
    try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), body.bytesWithoutCopy())) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = in.currentName();
        boolean text = in.nextToken() == JsonToken.VALUE_STRING && !in.getString().isBlank();
        if (!text && (name.equals("event_id") || name.equals("id"))) {
          return true;
        }
        in.skipChildren();
      }
      return false;
    } catch (JacksonException malformed) {
      return false;
    }
  }
}
