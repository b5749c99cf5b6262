package dev.waybill.events.schema;

import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.events.format.Formats;
import dev.waybill.events.jsonschema.Keywords;
import dev.waybill.events.jsonschema.Pointers;
import dev.waybill.events.jsonschema.Refs;
import dev.waybill.events.jsonschema.SchemaFinding;
import dev.waybill.events.jsonschema.SchemaRules;
import dev.waybill.events.jsonschema.SubSchemas;
import dev.waybill.events.jsonschema.Types;
import dev.waybill.events.pattern.StepBudget;
import dev.waybill.wire.json.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Finds errors and bad practice in a schema.
public final class SchemaLint {

  private static final int MAX_FINDINGS = 200;
  private static final int STEPS_PER_FINDING = 100;

  private final JsonNode root;
  private final StepBudget steps;
  private final List<SchemaFinding> mistakes = new ArrayList<>();
  private final List<SchemaFinding> advice = new ArrayList<>();

  private SchemaLint(JsonNode root, StepBudget steps) {
    this.root = root;
    this.steps = steps;
  }

  /// Errors first, then warnings.
  public static List<SchemaFinding> of(String text) {
    StepBudget steps = StepBudget.forRequest();
    try {
      JsonNode root = SchemaRules.parsed(text);
      List<SchemaFinding> all = new ArrayList<>(SchemaRules.errors(root, steps));
      all.addAll(warnings(root, steps));
      return all.stream().distinct().limit(MAX_FINDINGS).toList();
    } catch (WaybillException broken) {
      return List.of(SchemaFinding.error("", String.valueOf(broken.getMessage())));
    }
  }

  /// Warnings for a usable schema, likely mistakes first.
  public static List<SchemaFinding> warnings(String text) {
    StepBudget steps = StepBudget.forRequest();
    return warnings(SchemaRules.parsed(text), steps);
  }

  private static List<SchemaFinding> warnings(JsonNode root, StepBudget steps) {
    return root.isObject() ? new SchemaLint(root, steps).warnings() : List.of();
  }

  private List<SchemaFinding> warnings() {
    if (!root.has("$schema")) {
      advise("", "has no $schema; write \"$schema\": \"" + Keywords.DIALECT + "\"");
    }
    if (!root.has("title")) {
      advise("", "has no title; add a short name of the event");
    }
    if (!root.has("description")) {
      advise("", "has no description; describe when the event happens");
    }
    SubSchemas.walk(root, steps, this::look);
    return Stream.concat(mistakes.stream(), advice.stream()).distinct().toList();
  }

  private void look(String pointer, JsonNode schema) {
    if (!schema.isObject() || mistakes.size() >= MAX_FINDINGS) {
      return;
    }
    unknownKeywords(pointer, schema);
    required(pointer, schema);
    text(pointer, schema);
    if (isField(pointer)
        && !schema.has("description")
        && Refs.KEYWORDS.stream().noneMatch(schema::has)) {
      advise(pointer, "has no description; describe the field");
    }
  }

  private static boolean isField(String pointer) {
    List<String> names = Pointers.names(pointer);
    return names.size() >= 2 && names.get(names.size() - 2).equals("properties");
  }

  private void unknownKeywords(String pointer, JsonNode schema) {
    for (String keyword : schema.propertyNames()) {
      if (mistakes.size() < MAX_FINDINGS
          && !Keywords.ALL.contains(keyword)
          && !keyword.startsWith("x-")) {
        String close = closest(keyword);
        warn(
            Pointers.child(pointer, keyword),
            close == null
                ? "is not a keyword of JSON Schema and has no effect; remove it, or prefix it with"
                    + " x-"
                : "is not a keyword of JSON Schema and has no effect; did you mean " + close + "?");
      }
    }
  }

  private void required(String pointer, JsonNode schema) {
    for (JsonNode name : schema.path("required")) {
      if (schema.has("properties") && !schema.path("properties").has(name.asString(""))) {
        warn(
            Pointers.child(pointer, "required"),
            "names "
                + Text.quote(name.asString(""))
                + ", which is not among the properties; define it");
      }
    }
  }

  private void text(String pointer, JsonNode schema) {
    boolean bounded =
        schema.has("maxLength")
            || schema.has("enum")
            || schema.has("const")
            || schema.has("format");
    if (schema.has("type") && Types.of(schema).contains("string") && !bounded) {
      advise(pointer, "is a string of any length; add maxLength");
    }
    String format = schema.path("format").asString("");
    if (schema.has("format") && Formats.named(format) == null) {
      warn(
          Pointers.child(pointer, "format"),
          "is an unknown format, which is not checked; use one of draft 2020-12");
    }
  }

  private static @Nullable String closest(String keyword) {
    return Spelling.nearest(keyword, Keywords.ALL).orElse(null);
  }

  private void warn(String pointer, String message) {
    steps.take(STEPS_PER_FINDING);
    mistakes.add(SchemaFinding.warning(pointer, message));
  }

  private void advise(String pointer, String message) {
    if (advice.size() < MAX_FINDINGS) {
      advice.add(SchemaFinding.warning(pointer, message));
    }
  }
}
