package dev.waybill.events.schema;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.events.jsonschema.Change;
import dev.waybill.events.jsonschema.CompiledSchema;
import dev.waybill.events.jsonschema.Incompatibility;
import dev.waybill.events.jsonschema.KeywordChanges;
import dev.waybill.events.jsonschema.Side;
import dev.waybill.events.pattern.StepBudget;
import dev.waybill.events.schema.Registration.Registered;
import dev.waybill.events.schema.Registration.Rejected;
import dev.waybill.events.schema.Registration.Unchanged;
import dev.waybill.topic.Schema.Compatibility;
import dev.waybill.topic.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Decides whether a schema may be registered.
record RegistrationRules(
    SchemaSet known, EventSchema schema, CompiledSchema compiled, StepBudget steps) {

  private static final int MAX_VERSIONS = 200;
  private static final int NAMED = 20;

  Registration judge() {
    checkUpcast();
    SchemaSet.Entry same = known.entries(schema.type()).get(schema.version());
    if (same != null && same.problem() == null) {
      return again(same);
    }
    List<String> reasons = reasons();
    return reasons.isEmpty()
        ? new Registered(known.with(schema), schema)
        : new Rejected(reasons.stream().limit(NAMED).toList());
  }

  /// Whitespace of the text is ignored; the mode and the upcast may change.
  private Registration again(SchemaSet.Entry same) {
    if (!same.compiled().tree().equals(compiled.tree())) {
      return Rejected.because(
          "%s is registered with another text; give the change a new version"
              .formatted(schema.name()));
    }
    EventSchema old = same.schema();
    EventSchema updated =
        EventSchema.of(
            old.definition()
                .compatibility(schema.compatibility())
                .upcast(schema.definition().upcast()));
    return updated.equals(old) ? new Unchanged(old) : new Registered(known.with(updated), updated);
  }

  /// If the version exists and is unusable, this schema replaces it.
  private List<String> reasons() {
    var versions = known.entries(schema.type());
    boolean replaces = versions.containsKey(schema.version());
    if (!replaces && versions.size() >= MAX_VERSIONS) {
      return List.of("a type may have at most %d versions".formatted(MAX_VERSIONS));
    }
    if (versions.isEmpty()) {
      return List.of();
    }
    if (versions.firstKey().semantic() != schema.version().semantic()) {
      return List.of(
          "versions of %s have the form of %s; use the same form"
              .formatted(schema.type(), versions.firstKey()));
    }
    SchemaVersion higher = versions.higherKey(schema.version());
    boolean late = higher != null && higher.major() == schema.version().major();
    if (!replaces && (versions.lowerKey(schema.version()) == null || late)) {
      return List.of(
          "%s is lower than the existing version %s; use a higher version"
              .formatted(schema.name(), higher));
    }
    SchemaSet.Entry before = usableBefore(versions);
    return before == null ? List.of() : reasons(before);
  }

  private SchemaSet.@Nullable Entry usableBefore(
      NavigableMap<SchemaVersion, SchemaSet.Entry> versions) {
    return versions.headMap(schema.version(), false).descendingMap().values().stream()
        .filter(one -> one.problem() == null)
        .findFirst()
        .orElse(null);
  }

  private List<String> reasons(SchemaSet.Entry before) {
    JsonNode old = before.compiled().tree();
    List<Change> changes = KeywordChanges.between(old, compiled.tree(), steps);
    List<String> reasons = new ArrayList<>(VersionRules.reasons(before.schema(), schema, changes));
    if (schema.version().major() == before.schema().version().major()) {
      CompatibilityRules.check(old, compiled.tree(), schema.compatibility(), steps).stream()
          .filter(broken -> !isUpcast(broken, before.schema().version()))
          .forEach(broken -> reasons.add(words(broken)));
    }
    return reasons;
  }

  /// Old events that are upcast before they are read need not be compatible.
  private boolean isUpcast(Incompatibility broken, SchemaVersion before) {
    Upcast upcast = schema.upcast();
    return broken.direction() == Compatibility.BACKWARD
        && upcast != null
        && upcast.from().equals(before);
  }

  private static String words(Incompatibility broken) {
    String orAnUpcast = broken.direction() == Compatibility.BACKWARD ? ", an upcast" : "";
    return "%s; undo the change, or give it a new major version%s or the mode none"
        .formatted(broken, orAnUpcast);
  }

  /// Tries the upcast on a sample of the version that it starts from.
  private void checkUpcast() {
    Upcast upcast = schema.upcast();
    if (upcast == null) {
      return;
    }
    EventSchema from =
        known
            .find(schema.type(), upcast.from())
            .orElseThrow(
                () -> refused("starts from %s; register that first".formatted(upcast.from())));
    JsonNode sample = SamplePayload.of(from.name(), CompiledSchema.of(from.text(), steps), steps);
    List<Violation> violations = compiled.validate(upcast.apply(sample), Side.PUBLISH, steps);
    if (!violations.isEmpty()) {
      throw refused("produces an event that the schema refuses: " + violations.getFirst());
    }
  }

  private static WaybillException refused(String why) {
    return new WaybillException(Code.INVALID_ARGUMENT, "the upcast " + why);
  }
}
