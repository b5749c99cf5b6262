package dev.waybill.events.envelope;

import dev.waybill.Text;
import org.jspecify.annotations.Nullable;

/// What to do with an event of the bus, going by its version.
///
/// @param warning what the caller logs, or null where the version is as expected
/// @param handling what the caller does with the event
public record VersionCheck(@Nullable String warning, Handling handling) {

  /// What a deployment does with an event of another major version.
  public enum Handling {
    HANDLE,
    REJECT
  }

  private static final VersionCheck EXPECTED = new VersionCheck(null, Handling.HANDLE);

  /// @param otherMajor what was configured for another major version than 1
  public static VersionCheck of(String schemaVersion, Handling otherMajor) {
    return major(schemaVersion).equals("1")
        ? EXPECTED
        : new VersionCheck(warning(schemaVersion, otherMajor), otherMajor);
  }

  /// Whether this is `major.minor.patch`.
  private static boolean isSemantic(String version) {
    int dots = 0;
    boolean digitBefore = false;
    for (int i = 0; i < version.length(); i++) {
      char c = version.charAt(i);
      if (c == '.' && digitBefore) {
        dots++;
        digitBefore = false;
      } else if (c >= '0' && c <= '9') {
        digitBefore = true;
      } else {
        return false;
      }
    }
    return dots == 2 && digitBefore;
  }

  static void requireSemantic(String version) {
    Invalid.check(
        isSemantic(version), "/schema_version", "must be a version such as \"1.0.0\"", version);
  }

  private static String major(String version) {
    int dot = version.indexOf('.');
    return dot < 0 ? version : version.substring(0, dot);
  }

  private static String warning(String version, Handling handling) {
    String done =
        switch (handling) {
          case HANDLE -> "it is handled as if it were version 1";
          case REJECT -> "it is rejected";
        };
    return "unsupported schema version " + Text.quote(version) + "; " + done;
  }
}
