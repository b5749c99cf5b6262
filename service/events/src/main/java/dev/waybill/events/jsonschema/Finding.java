package dev.waybill.events.jsonschema;

/// Something to say about a schema itself.
///
/// @param pointer where in the schema, as a JSON pointer
public record Finding(Severity severity, String pointer, String message) {

  /// How much it matters.
  public enum Severity {
    /// The schema cannot be registered.
    ERROR,
    /// It can, and probably does not say what was meant.
    WARNING
  }

  public static Finding error(String pointer, String message) {
    return new Finding(Severity.ERROR, pointer, message);
  }

  public static Finding warning(String pointer, String message) {
    return new Finding(Severity.WARNING, pointer, message);
  }

  @Override
  public String toString() {
    return (pointer.isEmpty() ? "the schema" : pointer) + ": " + message;
  }
}
