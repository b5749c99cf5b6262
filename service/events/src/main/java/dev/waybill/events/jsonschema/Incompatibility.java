package dev.waybill.events.jsonschema;

import dev.waybill.topic.Schema.Compatibility;
import java.util.Locale;

/// Why a schema does not go together with the one before it.
///
/// @param direction which promise is broken: [Compatibility#BACKWARD] or
///     [Compatibility#FORWARD]
/// @param pointer where in the event
/// @param judged false where the two could not be compared, which is refused, too
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
