package dev.waybill.events.jsonschema;

/// One difference between two versions of a schema.
///
/// @param pointer the JSON pointer in the event
public record Change(Kind kind, String pointer, String message) {

  /// The effect of a difference on producers and consumers.
  public enum Kind {
    /// Only descriptions.
    DESCRIPTION,
    /// An optional field was added.
    FIELD_ADDED,
    /// The schema accepts more than before.
    RELAXED,
    /// A field was removed or renamed.
    FIELD_REMOVED,
    /// The schema accepts less than before, or different values.
    STRUCTURE
  }

  @Override
  public String toString() {
    return (pointer.isEmpty() ? "the event" : pointer) + " " + message;
  }
}
