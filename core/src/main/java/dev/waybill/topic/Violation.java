package dev.waybill.topic;

/// One place where an event breaks the schema of its type or a rule of its envelope.
///
/// @param pointer the place, as a JSON pointer into the event; empty for the event as a whole. For
///     a missing field it names the place where the field should be.
/// @param keyword the keyword of the schema that was broken, such as `required`; empty where a rule
///     of the envelope was broken
/// @param message what is wrong and what to do
public record Violation(String pointer, String keyword, String message) {

  /// For a rule of an envelope.
  public Violation(String pointer, String message) {
    this(pointer, "", message);
  }

  @Override
  public String toString() {
    return (pointer.isEmpty() ? "the event" : pointer) + " " + message;
  }
}
