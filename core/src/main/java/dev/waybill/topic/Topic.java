package dev.waybill.topic;

/// Where events are published.
///
/// @param name 1 to 64 letters, digits, `.`, `_`, `:` or `-`
/// @param checking what is asked of the events that are published here
/// @param description for people
public record Topic(String name, Checking checking, String description) {

  /// What a publisher's events are checked against.
  public enum Checking {
    /// Nothing.
    OFF,
    /// The schema of their type and version, where there is one.
    KNOWN,
    /// A schema that must be there.
    REQUIRED
  }

  public static Topic of(String name) {
    return new Topic(name, Checking.KNOWN, "");
  }

  public Topic withName(String other) {
    return new Topic(other, checking, description);
  }
}
