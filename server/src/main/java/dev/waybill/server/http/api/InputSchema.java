package dev.waybill.server.http.api;

import dev.waybill.wire.json.JsonOut;
import dev.waybill.wire.json.Shape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A JSON schema that stands alone: a closed object, with the documents inside it under `$defs`.
public final class InputSchema {

  private InputSchema() {}

  public static String of(List<Shape.Field> fields) {
    Map<String, Shape> parts = new TreeMap<>();
    fields.forEach(field -> DocumentSchemas.add(parts, field.kind()));
    byte[] json =
        JsonOut.write(
            out -> {
              DocumentSchemas.object(out, fields, true);
              if (!parts.isEmpty() || usesDurations(fields)) {
                out.object("$defs", definitions -> define(definitions, parts));
              }
            });
    return new String(json, StandardCharsets.UTF_8).replace("#/components/schemas/", "#/$defs/");
  }

  private static boolean usesDurations(List<Shape.Field> fields) {
    return fields.stream().anyMatch(field -> field.kind() == Shape.Scalar.SPAN);
  }

  private static void define(JsonOut out, Map<String, Shape> parts) {
    out.object("Duration", DocumentSchemas::writeDuration);
    parts.forEach(
        (name, shape) -> out.object(name, schema -> DocumentSchemas.write(schema, shape, true)));
  }
}
