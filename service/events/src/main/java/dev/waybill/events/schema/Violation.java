package dev.waybill.events.schema;

/// One thing that an event does and its schema forbids.
///
/// @param pointer where, as a JSON pointer into the event; empty for the event as a whole. For a
///     missing field it names the place where the field should be.
/// @param keyword the keyword of the schema that was broken, such as `required`
/// @param message what is wrong and what to do
public record Violation(String pointer, String keyword, String message) {

  @Override
  public String toString() {
    return (pointer.isEmpty() ? "the event" : pointer) + " " + message;
  }
}
