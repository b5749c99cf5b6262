package dev.waybill.events.schema;

import dev.waybill.events.jsonschema.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// How much a version must increase for a change.
///
/// With three numbers: a new optional field is a patch, a removed or renamed field a minor version,
/// a change of structure a major version. With two numbers: additions are a minor version,
/// everything else a major version. A larger increase is always allowed.
public final class VersionRules {

  private VersionRules() {}

  /// The required increase from the older to the newer schema.
  public static Bump required(EventSchema older, EventSchema newer) {
    return SchemaDiff.between(older, newer).bump();
  }

  static Bump required(List<Change> changes, boolean semantic) {
    return changes.stream()
        .map(change -> required(change.kind(), semantic))
        .max(Comparator.naturalOrder())
        .orElse(semantic ? Bump.PATCH : Bump.MINOR);
  }

  /// The reasons why the newer version number is too small; empty if it is large enough.
  static List<String> reasons(EventSchema older, EventSchema newer, List<Change> changes) {
    boolean semantic = newer.version().semantic();
    Bump grown = newer.version().since(older.version());
    Bump needed = required(changes, semantic);
    List<String> reasons = new ArrayList<>();
    for (Change change : changes) {
      if (required(change.kind(), semantic).compareTo(grown) > 0) {
        reasons.add(
            "%s: this needs at least version %s, not %s"
                .formatted(change, older.version().next(needed), newer.version()));
      }
    }
    return reasons;
  }

  private static Bump required(Change.Kind kind, boolean semantic) {
    return switch (kind) {
      case DESCRIPTION, FIELD_ADDED -> semantic ? Bump.PATCH : Bump.MINOR;
      case RELAXED -> Bump.MINOR;
      case FIELD_REMOVED -> semantic ? Bump.MINOR : Bump.MAJOR;
      case STRUCTURE -> Bump.MAJOR;
    };
  }
}
