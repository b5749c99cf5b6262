package dev.waybill.events.jsonschema;

/// Something to say about a schema itself.
///
/// @param pointer where in the schema, as a JSON pointer
public record SchemaFinding(Severity severity, String pointer, String message) {

  /// How much it matters.
  public enum Severity {
    /// The schema cannot be registered.
    ERROR,
    /// It can, and probably does not say what was meant.
    WARNING
  }

  public static SchemaFinding error(String pointer, String message) {
    return new SchemaFinding(Severity.ERROR, pointer, message);
  }

  public static SchemaFinding warning(String pointer, String message) {
    return new SchemaFinding(Severity.WARNING, pointer, message);
  }

  @Override
  public String toString() {
    return (pointer.isEmpty() ? "the schema" : pointer) + ": " + message;
  }
}
