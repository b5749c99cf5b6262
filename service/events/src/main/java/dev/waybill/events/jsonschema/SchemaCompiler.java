package dev.waybill.events.jsonschema;

import dev.waybill.events.pattern.EcmaPattern;
import dev.waybill.events.pattern.PatternRefused;
import dev.waybill.events.pattern.StepBudget;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Compiles the schemas of one document to nodes. Each schema is compiled once and only when
/// needed; a queue replaces recursion.
final class SchemaCompiler {

  private static final int STEPS_PER_KEYWORD = 20;

  /// A pattern stays in memory, so its size counts for more than its compile time.
  private static final int STEPS_PER_INSTRUCTION = 1_000;

  private static final List<String> BOUNDS =
      List.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum");
  private static final List<String> COUNTS =
      List.of("minItems", "maxItems", "minProperties", "maxProperties");

  private final Refs refs;
  private final StepBudget steps;
  private final IdentityHashMap<JsonNode, SchemaNode> nodes = new IdentityHashMap<>();
  private final Map<String, EcmaPattern> patterns = new HashMap<>();
  private final Deque<JsonNode> open = new ArrayDeque<>();

  SchemaCompiler(Refs refs, StepBudget steps) {
    this.refs = refs;
    this.steps = steps;
  }

  /// The node of a schema that conforms to [SchemaRules].
  SchemaNode compile(JsonNode schema) {
    SchemaNode node = node(schema);
    while (!open.isEmpty()) {
      JsonNode next = open.removeFirst();
      fill(node(next), next);
    }
    return node;
  }

  private SchemaNode node(JsonNode schema) {
    SchemaNode known = nodes.get(schema);
    if (known != null) {
      return known;
    }
    SchemaNode made = new SchemaNode();
    nodes.put(schema, made);
    open.addLast(schema);
    return made;
  }

  private @Nullable SchemaNode nodeAt(JsonNode schema, String keyword) {
    return schema.has(keyword) ? node(schema.get(keyword)) : null;
  }

  private void fill(SchemaNode node, JsonNode schema) {
    steps.take(1 + STEPS_PER_KEYWORD * (long) schema.size());
    if (schema.isBoolean()) {
      if (!schema.booleanValue()) {
        node.refuseAll();
      }
      return;
    }
    List<Check> checks = new ArrayList<>();
    addValues(schema, checks);
    addTexts(schema, checks);
    addObjects(schema, checks);
    addArrays(schema, checks);
    addBranches(schema, checks);
    boolean tracking = schema.has("unevaluatedProperties") || schema.has("unevaluatedItems");
    addUnevaluated(schema, checks);
    node.fill(checks, tracking);
  }

  private void addValues(JsonNode schema, List<Check> checks) {
    if (schema.has("type")) {
      JsonNode type = schema.get("type");
      checks.add(new ValueChecks.OfType(type, TypeBits.allowedBy(type)));
    }
    if (schema.has("const")) {
      checks.add(listed("const", schema.get("const"), List.of(schema.get("const"))));
    }
    if (schema.has("enum")) {
      checks.add(listed("enum", schema.get("enum"), schema.get("enum")));
    }
    for (String keyword : BOUNDS) {
      if (schema.has(keyword)) {
        checks.add(NumberChecks.Bound.of(keyword, schema.get(keyword)));
      }
    }
    if (schema.has("multipleOf")) {
      JsonNode rule = schema.get("multipleOf");
      BigDecimal unit = rule.decimalValue();
      checks.add(new NumberChecks.MultipleOf(rule, unit));
    }
  }

  private Check listed(String keyword, JsonNode rule, Iterable<JsonNode> values) {
    Set<String> texts = new HashSet<>();
    Set<String> others = new HashSet<>();
    for (JsonNode value : values) {
      if (value.isString()) {
        texts.add(value.stringValue());
      } else {
        others.add(Canonical.of(value, steps));
      }
    }
    return new ValueChecks.OneOf(keyword, rule, texts, others);
  }

  private void addTexts(JsonNode schema, List<Check> checks) {
    for (String keyword : List.of("minLength", "maxLength")) {
      if (schema.has(keyword)) {
        JsonNode rule = schema.get(keyword);
        checks.add(new ValueChecks.OfLength(rule, keyword, CountCheck.count(rule, 0)));
      }
    }
    if (schema.has("pattern")) {
      JsonNode rule = schema.get("pattern");
      checks.add(new ValueChecks.Matching(rule, pattern(rule.asString(""))));
    }
    Check format = schema.has("format") ? ValueChecks.OfFormat.of(schema.get("format")) : null;
    if (format != null) {
      checks.add(format);
    }
  }

  private EcmaPattern pattern(String text) {
    EcmaPattern known = patterns.get(text);
    if (known != null) {
      return known;
    }
    try {
      EcmaPattern made = EcmaPattern.of(text);
      steps.take(STEPS_PER_INSTRUCTION * (long) made.size());
      patterns.put(text, made);
      return made;
    } catch (PatternRefused unchecked) {
      throw new IllegalStateException("the pattern was not checked: " + text, unchecked);
    }
  }

  private void addObjects(JsonNode schema, List<Check> checks) {
    for (String keyword : COUNTS) {
      if (schema.has(keyword)) {
        JsonNode rule = schema.get(keyword);
        checks.add(new CountCheck(rule, keyword, CountCheck.count(rule, 0)));
      }
    }
    if (schema.has("required")) {
      checks.add(new ObjectChecks.Required(names(schema.get("required"))));
    }
    for (var entry : schema.path("dependentRequired").properties()) {
      checks.add(new ObjectChecks.DependentRequired(entry.getKey(), names(entry.getValue())));
    }
    if (schema.has("properties")
        || schema.has("patternProperties")
        || schema.has("additionalProperties")) {
      checks.add(fields(schema));
    }
    if (schema.has("propertyNames")) {
      checks.add(new ObjectChecks.Names(node(schema.get("propertyNames"))));
    }
  }

  private Check fields(JsonNode schema) {
    Map<String, SchemaNode> named = new HashMap<>();
    schema
        .path("properties")
        .properties()
        .forEach(field -> named.put(field.getKey(), node(field.getValue())));
    List<ObjectChecks.Patterned> patterned = new ArrayList<>();
    for (var entry : schema.path("patternProperties").properties()) {
      patterned.add(new ObjectChecks.Patterned(pattern(entry.getKey()), node(entry.getValue())));
    }
    return new ObjectChecks.Fields(named, patterned, nodeAt(schema, "additionalProperties"));
  }

  private static Set<String> names(JsonNode list) {
    Set<String> names = new LinkedHashSet<>();
    list.forEach(name -> names.add(name.asString("")));
    return names;
  }

  private void addArrays(JsonNode schema, List<Check> checks) {
    if (schema.has("prefixItems") || schema.has("items")) {
      checks.add(new ArrayChecks.Items(all(schema.path("prefixItems")), nodeAt(schema, "items")));
    }
    if (schema.has("contains")) {
      checks.add(
          new ArrayChecks.Contains(
              node(schema.get("contains")),
              CountCheck.count(schema.get("minContains"), 1),
              CountCheck.count(schema.get("maxContains"), Integer.MAX_VALUE)));
    }
    if (schema.path("uniqueItems").asBoolean(false)) {
      checks.add(new ArrayChecks.Unique(schema.get("uniqueItems")));
    }
  }

  private void addBranches(JsonNode schema, List<Check> checks) {
    refs.targets(schema).forEach(target -> checks.add(new BranchChecks.Also(node(target))));
    schema.path("allOf").forEach(part -> checks.add(new BranchChecks.Also(node(part))));
    if (schema.has("anyOf")) {
      checks.add(new BranchChecks.AnyOf(all(schema.get("anyOf"))));
    }
    if (schema.has("oneOf")) {
      checks.add(new BranchChecks.OneOf(all(schema.get("oneOf"))));
    }
    if (schema.has("not")) {
      checks.add(new BranchChecks.Not(node(schema.get("not"))));
    }
    if (schema.has("if")) {
      checks.add(
          new BranchChecks.If(
              node(schema.get("if")), nodeAt(schema, "then"), nodeAt(schema, "else")));
    }
    for (var entry : schema.path("dependentSchemas").properties()) {
      checks.add(new ObjectChecks.DependentSchema(entry.getKey(), node(entry.getValue())));
    }
  }

  private void addUnevaluated(JsonNode schema, List<Check> checks) {
    if (schema.has("unevaluatedProperties")) {
      checks.add(new ObjectChecks.Unevaluated(node(schema.get("unevaluatedProperties"))));
    }
    if (schema.has("unevaluatedItems")) {
      checks.add(new ArrayChecks.Unevaluated(node(schema.get("unevaluatedItems"))));
    }
  }

  private List<SchemaNode> all(JsonNode list) {
    return list.valueStream().map(this::node).toList();
  }
}
