package dev.waybill.topic;

import org.jspecify.annotations.Nullable;

/// The schema of events of one type and version.
///
/// @param version `1.0` or, if the type uses patch numbers, `1.0.0`
/// @param text a JSON Schema, draft 2020-12
/// @param compatibility the required compatibility with the previous version of the same major
///     version
/// @param upcast how an event of an older version is converted to this one, as JSON; or null
public record Schema(
    String type,
    String version,
    String text,
    Compatibility compatibility,
    @Nullable String upcast) {

  /// The required compatibility of a new version with the previous one.
  public enum Compatibility {
    /// Readers of the new version can read data of the old version.
    BACKWARD,
    /// Readers of the old version can read data of the new version.
    FORWARD,
    FULL,
    NONE
  }

  public static Schema of(String type, String version, String text) {
    return new Schema(type, version, text, Compatibility.BACKWARD, null);
  }

  public Schema withName(String otherType, String otherVersion) {
    return new Schema(otherType, otherVersion, text, compatibility, upcast);
  }

  public Schema compatibility(Compatibility wanted) {
    return new Schema(type, version, text, wanted, upcast);
  }

  public Schema upcast(@Nullable String steps) {
    return new Schema(type, version, text, compatibility, steps);
  }
}
