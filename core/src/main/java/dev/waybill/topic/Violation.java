package dev.waybill.topic;

/// A violation of the schema of an event's type or of a rule of its envelope.
///
/// @param pointer a JSON pointer into the event; empty for the whole event. For a missing field it
///     points to the missing field
/// @param keyword the violated keyword of the schema, such as `required`; empty for a rule of the
///     envelope
/// @param message what is wrong and what to do
public record Violation(String pointer, String keyword, String message) {

  /// A violation of a rule of an envelope.
  public Violation(String pointer, String message) {
    this(pointer, "", message);
  }

  @Override
  public String toString() {
    return (pointer.isEmpty() ? "the event" : pointer) + " " + message;
  }
}
