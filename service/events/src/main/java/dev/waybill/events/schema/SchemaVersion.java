package dev.waybill.events.schema;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The version of a schema: `major.minor` or `major.minor.patch`.
///
/// Versions are ordered by their numbers; for equal numbers the shorter form comes first.
///
/// @param semantic whether there is a third number
public record SchemaVersion(int major, int minor, int patch, boolean semantic)
    implements Comparable<SchemaVersion> {

  private static final String NUMBER = "(0|[1-9][0-9]{0,8})";
  private static final Pattern FORM =
      Pattern.compile(NUMBER + "\\." + NUMBER + "(?:\\." + NUMBER + ")?");
  private static final Comparator<SchemaVersion> ORDER =
      Comparator.comparingInt(SchemaVersion::major)
          .thenComparingInt(SchemaVersion::minor)
          .thenComparingInt(SchemaVersion::patch)
          .thenComparing(SchemaVersion::semantic);

  public SchemaVersion {
    if (major < 0 || minor < 0 || patch < 0 || (!semantic && patch != 0)) {
      throw new IllegalArgumentException("the numbers of a version must not be negative");
    }
  }

  /// Parses `1.0` or `1.0.0`.
  public static SchemaVersion of(String text) {
    Matcher found = FORM.matcher(text);
    if (!found.matches()) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          Text.quote(text)
              + " is not a schema version; write two numbers such as 1.0 or three such as 1.0.0");
    }
    String patch = found.group(3);
    return new SchemaVersion(
        Integer.parseInt(found.group(1)),
        Integer.parseInt(found.group(2)),
        patch == null ? 0 : Integer.parseInt(patch),
        patch != null);
  }

  /// The part that increased from an older version to this one.
  Bump since(SchemaVersion older) {
    if (major != older.major) {
      return Bump.MAJOR;
    }
    return minor != older.minor ? Bump.MINOR : Bump.PATCH;
  }

  /// The next version after increasing the part.
  SchemaVersion next(Bump bump) {
    return switch (bump) {
      case PATCH -> new SchemaVersion(major, minor, patch + 1, true);
      case MINOR -> new SchemaVersion(major, minor + 1, 0, semantic);
      case MAJOR -> new SchemaVersion(major + 1, 0, 0, semantic);
    };
  }

  @Override
  public int compareTo(SchemaVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor + (semantic ? "." + patch : "");
  }
}
