package dev.waybill.events.jsonschema;

import dev.waybill.topic.Schema.Compatibility;
import java.util.Locale;

/// A reason why a schema is incompatible with the previous one.
///
/// @param direction the broken promise: [Compatibility#BACKWARD] or [Compatibility#FORWARD]
/// @param pointer the JSON pointer in the event
/// @param judged false if the two could not be compared, which is also refused
public record Incompatibility(
    Compatibility direction, String pointer, String message, boolean judged) {

  @Override
  public String toString() {
    return direction.name().toLowerCase(Locale.ROOT)
        + ": "
        + (pointer.isEmpty() ? "the event" : pointer)
        + " "
        + message;
  }
}
