package dev.waybill.events.schema;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One schema as a JSON document, to be stored and read back: `type`, `version`, `compatibility`,
/// `schema` (its text, or the schema itself as an object) and, where there is one, `upcast`.
public final class SchemaJson {

  private SchemaJson() {}

  public static Payload write(EventSchema schema) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("type", schema.type());
    json.put("version", schema.version().toString());
    json.put("compatibility", schema.compatibility().wire());
    json.put("schema", schema.text());
    if (schema.upcast() != null) {
      json.set("upcast", schema.upcast().json());
    }
    return Payload.of(Json.write(json));
  }

  public static EventSchema read(Payload stored) {
    JsonNode json = Json.read(new String(stored.bytesWithoutCopy(), StandardCharsets.UTF_8));
    return new EventSchema(
        text(json, "type"),
        SchemaVersion.of(text(json, "version")),
        schemaText(json.path("schema")),
        json.has("compatibility")
            ? CompatibilityMode.of(text(json, "compatibility"))
            : CompatibilityMode.BACKWARD,
        upcast(json.get("upcast")));
  }

  private static String schemaText(JsonNode schema) {
    if (schema.isObject()) {
      return Json.write(schema);
    }
    if (!schema.isString()) {
      throw missing("schema", "a JSON Schema");
    }
    return schema.stringValue();
  }

  private static @Nullable Upcast upcast(@Nullable JsonNode json) {
    return json == null || json.isNull() ? null : Upcast.read(json);
  }

  private static String text(JsonNode json, String name) {
    if (!json.path(name).isString()) {
      throw missing(name, "a string");
    }
    return json.path(name).stringValue();
  }

  private static WaybillException missing(String name, String form) {
    return new WaybillException(
        Code.INVALID_ARGUMENT, "a schema needs \"%s\": give it %s".formatted(name, form));
  }
}
