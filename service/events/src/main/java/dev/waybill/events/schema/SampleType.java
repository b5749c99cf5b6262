package dev.waybill.events.schema;

import dev.waybill.events.jsonschema.Types;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The type of a sample, the most informative first.
enum SampleType {
  OBJECT,
  ARRAY,
  STRING,
  INTEGER,
  NUMBER,
  BOOLEAN,
  NULL;

  static SampleType of(JsonNode schema) {
    if (!schema.has("type")) {
      return guessed(schema);
    }
    Set<String> types = Types.of(schema);
    for (SampleType type : values()) {
      boolean fractionsToo = type == INTEGER && types.contains(Types.FRACTION);
      if (types.contains(type.name().toLowerCase(Locale.ROOT)) && !fractionsToo) {
        return type;
      }
    }
    return NULL;
  }

  private static SampleType guessed(JsonNode schema) {
    if (schema.has("properties")
        || schema.has("required")
        || schema.has("additionalProperties")
        || schema.has("minProperties")
        || schema.has("maxProperties")) {
      return OBJECT;
    }
    if (schema.has("items") || schema.has("prefixItems") || schema.has("minItems")) {
      return ARRAY;
    }
    boolean number = schema.has("minimum") || schema.has("maximum") || schema.has("multipleOf");
    return number ? NUMBER : STRING;
  }
}
