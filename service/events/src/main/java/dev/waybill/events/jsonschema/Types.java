package dev.waybill.events.jsonschema;

import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// The types that a schema accepts. Integers and other numbers are distinct.
public final class Types {

  /// Numbers that are not integers.
  public static final String FRACTION = "number";

  private static final Set<String> ALL =
      Set.of("array", "boolean", "integer", "null", FRACTION, "object", "string");

  private Types() {}

  public static Set<String> of(JsonNode schema) {
    JsonNode type = schema.path("type");
    if (type.isMissingNode()) {
      return new TreeSet<>(ALL);
    }
    Set<String> types = new TreeSet<>();
    (type.isArray() ? type.valueStream() : java.util.stream.Stream.of(type))
        .forEach(one -> types.add(one.asString("")));
    if (types.contains(FRACTION)) {
      types.add("integer");
    }
    return types;
  }
}
