package dev.waybill.events.schema;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Whether an object has the fields it needs, and each field is what it should be.
final class QuickObject implements QuickCheck {

  private final Map<String, Field> fields = new HashMap<>();
  private final QuickCheck others;
  private final int required;
  private final int min;
  private final int max;

  private QuickObject(JsonNode schema, Function<JsonNode, QuickCheck> compile) {
    for (var entry : schema.path("properties").properties()) {
      fields.put(entry.getKey(), new Field(compile.apply(entry.getValue()), false));
    }
    JsonNode additional = schema.get("additionalProperties");
    this.others = additional == null ? QuickCheck.ANYTHING : compile.apply(additional);
    for (JsonNode name : schema.path("required")) {
      QuickCheck known = fields.getOrDefault(name.asString(""), new Field(others, true)).check();
      fields.put(name.asString(""), new Field(known, true));
    }
    this.required = (int) fields.values().stream().filter(Field::required).count();
    this.min = QuickChecks.count(schema.get("minProperties"), 0);
    this.max = QuickChecks.count(schema.get("maxProperties"), Integer.MAX_VALUE);
  }

  static boolean isNeededFor(JsonNode schema) {
    return schema.has("properties")
        || schema.has("required")
        || schema.has("additionalProperties")
        || schema.has("minProperties")
        || schema.has("maxProperties");
  }

  static QuickObject of(JsonNode schema, Function<JsonNode, QuickCheck> compile) {
    return new QuickObject(schema, compile);
  }

  @Override
  public boolean surelyValid(JsonNode value) {
    if (!value.isObject()) {
      return true;
    }
    int found = 0;
    for (var entry : value.properties()) {
      Field field = fields.get(entry.getKey());
      QuickCheck check = field == null ? others : field.check();
      if (!check.surelyValid(entry.getValue())) {
        return false;
      }
      found += field != null && field.required() ? 1 : 0;
    }
    return found == required && value.size() >= min && value.size() <= max;
  }

  private record Field(QuickCheck check, boolean required) {}
}
