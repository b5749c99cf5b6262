package dev.waybill.events.jsonschema;

/// One difference between two versions of a schema.
///
/// @param pointer where in the event
public record Change(Kind kind, String pointer, String message) {

  /// What a difference means for those who write and read events.
  public enum Kind {
    /// Words only.
    DESCRIPTION,
    /// A field that may be missing was added.
    FIELD_ADDED,
    /// More is accepted than before.
    RELAXED,
    /// A field was removed, or has another name.
    FIELD_REMOVED,
    /// Less is accepted than before, or something else altogether.
    STRUCTURE
  }

  @Override
  public String toString() {
    return (pointer.isEmpty() ? "the event" : pointer) + " " + message;
  }
}
