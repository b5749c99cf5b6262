package dev.waybill.events.schema;

import dev.waybill.events.jsonschema.Change;
import dev.waybill.events.jsonschema.KeywordChanges;
import dev.waybill.events.jsonschema.SchemaRules;
import dev.waybill.events.pattern.StepBudget;
import dev.waybill.topic.Schema.Compatibility;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The differences between two schemas.
///
/// @param changes all differences, in schema order
/// @param bump the minimum increase of the version
/// @param breaks the compatibility modes that the differences break
public record SchemaDiff(List<Change> changes, Bump bump, Set<Compatibility> breaks) {

  public static SchemaDiff between(EventSchema older, EventSchema newer) {
    StepBudget steps = StepBudget.forRequest();
    JsonNode old = SchemaRules.checked(older.text(), steps);
    JsonNode young = SchemaRules.checked(newer.text(), steps);
    List<Change> changes = KeywordChanges.between(old, young, steps);
    return new SchemaDiff(
        changes,
        VersionRules.required(changes, newer.version().semantic()),
        Set.copyOf(broken(old, young, steps)));
  }

  private static Set<Compatibility> broken(JsonNode older, JsonNode newer, StepBudget steps) {
    Set<Compatibility> broken = EnumSet.noneOf(Compatibility.class);
    for (Compatibility mode : Compatibility.values()) {
      if (!CompatibilityRules.check(older, newer, mode, steps).isEmpty()) {
        broken.add(mode);
      }
    }
    return broken;
  }
}
