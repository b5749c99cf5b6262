package dev.waybill.events.schema;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.events.jsonschema.JsonTrees;
import dev.waybill.topic.Schema;
import dev.waybill.topic.Schema.Compatibility;
import org.jspecify.annotations.Nullable;

/// A [Schema] with parsed version and upcast.
///
/// @param definition as it was registered
/// @param upcast converts an event of an older version to this version, if there is one
public record EventSchema(Schema definition, SchemaVersion version, @Nullable Upcast upcast) {

  public EventSchema {
    if (!Text.isName(definition.type())) {
      throw new WaybillException(
          Code.INVALID_NAME,
          Text.quote(definition.type())
              + " is not an event type; use letters, digits, '.', '_', ':' and '-', at most 128");
    }
    if (upcast != null && upcast.from().compareTo(version) >= 0) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "the upcast of %s %s starts from %s and would run in a loop; start from an older version"
              .formatted(definition.type(), version, upcast.from()));
    }
  }

  public static EventSchema of(Schema definition) {
    String steps = definition.upcast();
    return new EventSchema(
        definition,
        SchemaVersion.of(definition.version()),
        steps == null ? null : Upcast.read(JsonTrees.read(steps)));
  }

  /// A schema with the default mode, [Compatibility#BACKWARD].
  public static EventSchema of(String type, String version, String text) {
    return of(Schema.of(type, version, text));
  }

  public String type() {
    return definition.type();
  }

  /// The JSON Schema, draft 2020-12, as it was written.
  public String text() {
    return definition.text();
  }

  public Compatibility compatibility() {
    return definition.compatibility();
  }

  public EventSchema withCompatibility(Compatibility mode) {
    return of(definition.compatibility(mode));
  }

  public EventSchema withUpcast(Upcast steps) {
    return of(definition.upcast(steps.json().toString()));
  }

  /// Type and version, for messages.
  public String name() {
    return type() + " " + version;
  }
}
