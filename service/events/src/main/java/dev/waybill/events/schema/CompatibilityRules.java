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
/// The comparison reads the schemas, not events. It is exact for the keywords that most schemas use
/// and reports "cannot be compared" for the rest. It assumes that where unknown fields are allowed,
/// nobody has sent one with the name of a field that a later version defines. Without this
/// assumption no optional field could ever be added to a schema that allows unknown fields.
public final class CompatibilityRules {

  private CompatibilityRules() {}

  /// The reasons why the newer schema breaks the mode; empty if it is compatible.
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
