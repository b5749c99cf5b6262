package dev.waybill.events.jsonschema;

/// A problem of a schema.
///
/// @param pointer the JSON pointer in the schema
public record SchemaFinding(Severity severity, String pointer, String message) {

  /// The severity of a problem.
  public enum Severity {
    /// The schema cannot be registered.
    ERROR,
    /// The schema can be registered, but probably does not mean what was intended.
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
