package dev.waybill.events.schema;

import dev.waybill.events.jsonschema.Containment;
import dev.waybill.events.jsonschema.Incompatibility;
import dev.waybill.events.jsonschema.Refs;
import dev.waybill.events.jsonschema.SchemaRules;
import dev.waybill.events.pattern.StepBudget;
import dev.waybill.topic.Schema.Compatibility;
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
public final class CompatibilityRules {

  private CompatibilityRules() {}

  /// Why the newer schema breaks the mode; empty where it keeps it.
  public static List<Incompatibility> check(
      EventSchema older, EventSchema newer, Compatibility mode) {
    StepBudget steps = StepBudget.forRequest();
    JsonNode old = SchemaRules.checked(older.text(), steps);
    return check(old, SchemaRules.checked(newer.text(), steps), mode, steps);
  }

  static List<Incompatibility> check(
      JsonNode older, JsonNode newer, Compatibility mode, StepBudget steps) {
    Refs old = Refs.of(older, steps);
    Refs young = Refs.of(newer, steps);
    List<Incompatibility> found = new ArrayList<>();
    if (mode == Compatibility.BACKWARD || mode == Compatibility.FULL) {
      found.addAll(Containment.reasons(old, young, Compatibility.BACKWARD, steps));
    }
    if (mode == Compatibility.FORWARD || mode == Compatibility.FULL) {
      found.addAll(Containment.reasons(young, old, Compatibility.FORWARD, steps));
    }
    return List.copyOf(found);
  }
}
