package dev.waybill.events.schema;

import dev.waybill.Text;
import dev.waybill.WaybillException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads a schema as a careful colleague would.
public final class SchemaLint {

  private static final int MAX_FINDINGS = 200;

  /// A repeat of a group that has a repeat without an end in it, such as `(a+)+`.
  private static final Pattern NESTED_REPEAT =
      Pattern.compile(
          "\\((?:[^()\\\\]|\\\\.)*(?:[+*]|\\{\\d+,\\})(?:[^()\\\\]|\\\\.)*\\)(?:[+*]|\\{\\d+,)");

  /// A repeat of alternatives that may begin alike, such as `(a|ab)*`.
  private static final Pattern REPEATED_CHOICE =
      Pattern.compile("\\((?:\\?:)?([^()|\\\\]|\\\\.)(?:[^()|\\\\]|\\\\.)*\\|\\1[^()]*\\)[+*]");

  private final JsonNode root;
  private final List<Finding> findings = new ArrayList<>();

  private SchemaLint(JsonNode root) {
    this.root = root;
  }

  /// Errors first, then warnings.
  public static List<Finding> of(String text) {
    JsonNode root;
    try {
      root = SchemaRules.parsed(text);
    } catch (WaybillException broken) {
      return List.of(Finding.error("", String.valueOf(broken.getMessage())));
    }
    List<Finding> all = new ArrayList<>(SchemaRules.errors(root));
    if (root.isObject()) {
      all.addAll(new SchemaLint(root).warnings());
    }
    return all.stream().distinct().limit(MAX_FINDINGS).toList();
  }

  /// Whether a regular expression may take very long on an unlucky text.
  static boolean isCostly(String pattern) {
    return NESTED_REPEAT.matcher(pattern).find() || REPEATED_CHOICE.matcher(pattern).find();
  }

  private List<Finding> warnings() {
    if (!root.has("$schema")) {
      warn("", "has no $schema; write \"$schema\": \"" + Keywords.DIALECT + "\"");
    }
    if (!root.has("title")) {
      warn("", "has no title; say in a few words what the event is");
    }
    if (!root.has("description")) {
      warn("", "has no description; say when the event happens");
    }
    SubSchemas.walk(root, this::look);
    return findings;
  }

  private void look(String pointer, JsonNode schema) {
    if (!schema.isObject()) {
      return;
    }
    unknownKeywords(pointer, schema);
    required(pointer, schema);
    text(pointer, schema);
    if (isField(pointer) && !schema.has("description") && !schema.has("$ref")) {
      warn(pointer, "has no description; say what the field means");
    }
  }

  private static boolean isField(String pointer) {
    List<String> names = Pointers.names(pointer);
    return names.size() >= 2 && names.get(names.size() - 2).equals("properties");
  }

  private void unknownKeywords(String pointer, JsonNode schema) {
    for (String keyword : schema.propertyNames()) {
      if (!Keywords.ALL.contains(keyword) && !keyword.startsWith("x-")) {
        String close = closest(keyword);
        warn(
            Pointers.child(pointer, keyword),
            close == null
                ? "is no keyword of JSON Schema and does nothing; remove it, or begin it with x-"
                : "is no keyword of JSON Schema and does nothing; did you mean " + close + "?");
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
      warn(pointer, "is a text of any length; give it maxLength");
    }
    costly(Pointers.child(pointer, "pattern"), schema.path("pattern").asString(""));
    for (String pattern : schema.path("patternProperties").propertyNames()) {
      costly(Pointers.child(Pointers.child(pointer, "patternProperties"), pattern), pattern);
    }
  }

  private void costly(String pointer, String pattern) {
    if (isCostly(pattern)) {
      warn(
          pointer,
          "may take very long on an unlucky text; write it without repeats inside repeats");
    }
  }

  private static @Nullable String closest(String keyword) {
    return Keywords.ALL.stream()
        .filter(known -> Spelling.distance(known, keyword) <= 2)
        .min(
            java.util.Comparator.comparingInt((String known) -> Spelling.distance(known, keyword))
                .thenComparing(java.util.Comparator.naturalOrder()))
        .orElse(null);
  }

  private void warn(String pointer, String message) {
    findings.add(Finding.warning(pointer, message));
  }
}
