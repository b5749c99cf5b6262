package dev.waybill.events.schema;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Compares two versions of a schema by what they accept.
///
/// The comparison reads the schemas, not events, so it is exact for what most schemas are made of
/// and says "cannot be judged" for the rest. It takes one thing for granted: where fields that a
/// schema does not know are allowed, nobody has sent one under a name that a later version gives a
/// meaning to. Without this no optional field could ever be added to a schema that tolerates
/// unknown ones.
public final class Compatibility {

  private Compatibility() {}

  /// Why the newer schema breaks the mode; empty where it keeps it.
  public static List<Incompatibility> check(
      EventSchema older, EventSchema newer, CompatibilityMode mode) {
    JsonNode old = SchemaRules.checked(older.text());
    return check(old, SchemaRules.checked(newer.text()), mode);
  }

  static List<Incompatibility> check(JsonNode older, JsonNode newer, CompatibilityMode mode) {
    List<Incompatibility> found = new ArrayList<>();
    if (mode == CompatibilityMode.BACKWARD || mode == CompatibilityMode.FULL) {
      found.addAll(Containment.reasons(older, newer, CompatibilityMode.BACKWARD));
    }
    if (mode == CompatibilityMode.FORWARD || mode == CompatibilityMode.FULL) {
      found.addAll(Containment.reasons(newer, older, CompatibilityMode.FORWARD));
    }
    return List.copyOf(found);
  }
}
