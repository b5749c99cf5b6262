package dev.waybill.topic;

/// A topic, to which events are published.
///
/// @param name 1 to 64 letters, digits, `.`, `_`, `:` or `-`
/// @param checking how published events are checked
/// @param description for people
public record Topic(String name, Checking checking, String description) {

  /// How published events are checked against schemas.
  public enum Checking {
    /// They are not checked.
    OFF,
    /// By the schema of their type and version, if it is registered.
    KNOWN,
    /// By the schema of their type and version, which must be registered.
    REQUIRED
  }

  public static Topic of(String name) {
    return new Topic(name, Checking.KNOWN, "");
  }

  public Topic withName(String other) {
    return new Topic(other, checking, description);
  }
}
