package dev.waybill.topic;

import org.jspecify.annotations.Nullable;

/// What events of one type and version look like.
///
/// @param version `1.0` or, where the type counts patches, `1.0.0`
/// @param text a JSON Schema, draft 2020-12
/// @param compatibility what this version owes to the one before it, inside one major version
/// @param upcast in JSON, how an event of an older version becomes one of this, or null
public record Schema(
    String type,
    String version,
    String text,
    Compatibility compatibility,
    @Nullable String upcast) {

  /// What a new version owes to the one before it.
  public enum Compatibility {
    /// Who reads by the new one can read what was written by the old one.
    BACKWARD,
    /// Who still reads by the old one can read what is written by the new one.
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
