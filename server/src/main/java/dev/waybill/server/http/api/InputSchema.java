package dev.waybill.server.http.api;

import dev.waybill.wire.json.JsonOut;
import dev.waybill.wire.json.Shape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A JSON schema that stands alone: a closed object, with the documents inside it under `$defs`.
public final class InputSchema {

  private InputSchema() {}

  public static String of(List<Shape.Field> fields) {
    Map<String, Shape> parts = new TreeMap<>();
    fields.forEach(field -> DocumentSchemas.add(parts, field.kind()));
    Stream<Shape.Field> nested = parts.values().stream().flatMap(part -> part.fields().stream());
    boolean usesDurations =
        Stream.concat(fields.stream(), nested).anyMatch(field -> isDuration(field.kind()));
    byte[] json =
        JsonOut.write(
            out -> {
              DocumentSchemas.object(out, fields, true);
              if (usesDurations || !parts.isEmpty()) {
                out.object("$defs", definitions -> define(definitions, parts, usesDurations));
              }
            });
    return new String(json, StandardCharsets.UTF_8).replace("#/components/schemas/", "#/$defs/");
  }

  private static boolean isDuration(Shape.Kind kind) {
    return switch (kind) {
      case Shape.Scalar scalar -> scalar == Shape.Scalar.SPAN;
      case Shape.Words _, Shape.Part _ -> false;
      case Shape.Items(Shape.Kind item) -> isDuration(item);
      case Shape.Entries(Shape.Kind value) -> isDuration(value);
      case Shape.OrNull(Shape.Kind value) -> isDuration(value);
    };
  }

  private static void define(JsonOut out, Map<String, Shape> parts, boolean usesDurations) {
    if (usesDurations) {
      out.object("Duration", DocumentSchemas::writeDuration);
    }
    parts.forEach(
        (name, shape) -> out.object(name, schema -> DocumentSchemas.write(schema, shape, true)));
  }
}
