package dev.waybill.events.schema;

/// Why a schema does not go together with the one before it.
///
/// @param direction which promise is broken: [CompatibilityMode#BACKWARD] or
///     [CompatibilityMode#FORWARD]
/// @param pointer where in the event
/// @param judged false where the two could not be compared, which is refused, too
public record Incompatibility(
    CompatibilityMode direction, String pointer, String message, boolean judged) {

  @Override
  public String toString() {
    return direction.wire() + ": " + (pointer.isEmpty() ? "the event" : pointer) + " " + message;
  }
}
