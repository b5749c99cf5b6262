package dev.waybill.events.schema;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.events.pattern.Steps;
import dev.waybill.events.schema.Registration.Registered;
import dev.waybill.events.schema.Registration.Rejected;
import dev.waybill.events.schema.Registration.Unchanged;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Decides whether a schema may join those that are known.
record RegistrationRules(
    SchemaSet known, EventSchema schema, CompiledSchema compiled, Steps steps) {

  private static final int MAX_SCHEMAS = 10_000;
  private static final int MAX_VERSIONS = 200;
  private static final int NAMED = 20;

  Registration judge() {
    checkUpcast();
    SchemaSet.Entry same = known.entries(schema.type()).get(schema.version());
    if (same != null) {
      return again(same);
    }
    List<String> reasons = reasons();
    return reasons.isEmpty()
        ? new Registered(known.with(new SchemaSet.Entry(schema, compiled)), schema)
        : new Rejected(reasons.stream().limit(NAMED).toList());
  }

  /// Spaces and line breaks of the text do not matter; the mode and the upcast may change.
  private Registration again(SchemaSet.Entry same) {
    if (!same.compiled().tree().equals(compiled.tree())) {
      return Rejected.because(
          "%s is registered with another text; give the change a new version"
              .formatted(schema.name()));
    }
    EventSchema old = same.schema();
    EventSchema updated =
        new EventSchema(
            old.type(), old.version(), old.text(), schema.compatibility(), schema.upcast());
    return updated.equals(old)
        ? new Unchanged(old)
        : new Registered(known.with(new SchemaSet.Entry(updated, same.compiled())), updated);
  }

  private List<String> reasons() {
    var versions = known.entries(schema.type());
    if (known.size() >= MAX_SCHEMAS || versions.size() >= MAX_VERSIONS) {
      return List.of("there are too many schemas; at most 10,000 in all and 200 of one type");
    }
    if (versions.isEmpty()) {
      return List.of();
    }
    if (versions.firstKey().semantic() != schema.version().semantic()) {
      return List.of(
          "versions of %s look like %s; write this one the same way"
              .formatted(schema.type(), versions.firstKey()));
    }
    Map.@Nullable Entry<SchemaVersion, SchemaSet.Entry> lower =
        versions.lowerEntry(schema.version());
    SchemaVersion higher = versions.higherKey(schema.version());
    if (lower == null || (higher != null && higher.major() == schema.version().major())) {
      return List.of(
          "%s comes too late: version %s is there already; give it a higher version"
              .formatted(schema.name(), higher));
    }
    return reasons(lower.getValue());
  }

  private List<String> reasons(SchemaSet.Entry before) {
    JsonNode old = before.compiled().tree();
    List<Change> changes = Changes.between(old, compiled.tree(), steps);
    List<String> reasons = new ArrayList<>(VersionRules.reasons(before.schema(), schema, changes));
    if (schema.version().major() == before.schema().version().major()) {
      Compatibility.check(old, compiled.tree(), schema.compatibility(), steps).stream()
          .filter(broken -> !isUpcast(broken, before.schema().version()))
          .forEach(broken -> reasons.add(words(broken)));
    }
    return reasons;
  }

  /// Old events that are upcast before they are read are as good as new ones.
  private boolean isUpcast(Incompatibility broken, SchemaVersion before) {
    Upcast upcast = schema.upcast();
    return broken.direction() == CompatibilityMode.BACKWARD
        && upcast != null
        && upcast.from().equals(before);
  }

  private static String words(Incompatibility broken) {
    String orAnUpcast = broken.direction() == CompatibilityMode.BACKWARD ? ", an upcast" : "";
    return "%s; undo the change, or give it a new major version%s or the mode none"
        .formatted(broken, orAnUpcast);
  }

  /// Tries the upcast on a sample of the version it begins at.
  private void checkUpcast() {
    Upcast upcast = schema.upcast();
    if (upcast == null) {
      return;
    }
    EventSchema from =
        known
            .find(schema.type(), upcast.from())
            .orElseThrow(
                () -> refused("begins at %s; register that first".formatted(upcast.from())));
    JsonNode sample = SamplePayload.of(from.name(), CompiledSchema.of(from.text(), steps), steps);
    List<Violation> violations = compiled.validate(upcast.apply(sample), Side.PUBLISH, steps);
    if (!violations.isEmpty()) {
      throw refused("makes an event that the schema refuses: " + violations.getFirst());
    }
  }

  private static WaybillException refused(String why) {
    return new WaybillException(Code.INVALID_ARGUMENT, "the upcast " + why);
  }
}
