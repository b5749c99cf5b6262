package dev.waybill.events.schema;

import dev.waybill.Code;
import dev.waybill.Text;
import dev.waybill.WaybillException;
import dev.waybill.topic.Schema;
import org.jspecify.annotations.Nullable;

/// One version of what events of a type look like.
///
/// @param text a JSON Schema, draft 2020-12, as it was written
/// @param compatibility what this version owes to the one before it, inside one major version
/// @param upcast how an event of an older version becomes one of this version, where that is known
public record EventSchema(
    String type,
    SchemaVersion version,
    String text,
    CompatibilityMode compatibility,
    @Nullable Upcast upcast) {

  public EventSchema {
    if (!Text.isName(type)) {
      throw new WaybillException(
          Code.INVALID_NAME,
          Text.quote(type)
              + " is no type of an event; use letters, digits, '.', '_', ':' and '-', at most 128");
    }
    if (upcast != null && upcast.from().compareTo(version) >= 0) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "the upcast of %s %s begins at %s and would run in a loop; begin it at an older version"
              .formatted(type, version, upcast.from()));
    }
  }

  /// A schema in the usual mode, [CompatibilityMode#BACKWARD].
  public static EventSchema of(String type, String version, String text) {
    return new EventSchema(type, SchemaVersion.of(version), text, CompatibilityMode.BACKWARD, null);
  }

  /// A schema as a program says it.
  public static EventSchema of(Schema said) {
    String steps = said.upcast();
    return new EventSchema(
        said.type(),
        SchemaVersion.of(said.version()),
        said.text(),
        CompatibilityMode.valueOf(said.compatibility().name()),
        steps == null ? null : Upcast.read(Json.read(steps)));
  }

  public EventSchema withCompatibility(CompatibilityMode mode) {
    return new EventSchema(type, version, text, mode, upcast);
  }

  public EventSchema withUpcast(Upcast steps) {
    return new EventSchema(type, version, text, compatibility, steps);
  }

  /// The type and the version, for use in a message.
  public String name() {
    return type + " " + version;
  }
}
