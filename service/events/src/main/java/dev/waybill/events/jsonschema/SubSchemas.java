package dev.waybill.events.jsonschema;

import dev.waybill.events.pattern.StepBudget;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;

/// Visits a schema and all schemas inside it.
public final class SubSchemas {

  private static final int CHARACTERS_PER_STEP = 16;

  private SubSchemas() {}

  /// Visits outer schemas first, with their pointers.
  public static void walk(JsonNode schema, StepBudget steps, BiConsumer<String, JsonNode> visit) {
    walk("", schema, steps, visit);
  }

  /// Visits the direct subschemas with their keywords.
  static void inside(String pointer, JsonNode schema, SubSchemaVisit visit) {
    for (var entry : schema.properties()) {
      String keyword = entry.getKey();
      String at = Pointers.child(pointer, keyword);
      JsonNode value = entry.getValue();
      if (Keywords.ONE.contains(keyword)) {
        visit.visit(keyword, at, value);
      } else if (Keywords.LIST.contains(keyword) && value.isArray()) {
        for (int i = 0; i < value.size(); i++) {
          visit.visit(keyword, Pointers.child(at, i), value.get(i));
        }
      } else if (Keywords.MAP.contains(keyword)) {
        value
            .properties()
            .forEach(p -> visit.visit(keyword, Pointers.child(at, p.getKey()), p.getValue()));
      }
    }
  }

  private static void walk(
      String pointer, JsonNode schema, StepBudget steps, BiConsumer<String, JsonNode> visit) {
    steps.take(1 + pointer.length() / CHARACTERS_PER_STEP);
    visit.accept(pointer, schema);
    if (schema.isObject()) {
      inside(pointer, schema, (keyword, at, inner) -> walk(at, inner, steps, visit));
    }
  }

  /// Visits a subschema.
  interface SubSchemaVisit {
    void visit(String keyword, String pointer, JsonNode schema);
  }
}
