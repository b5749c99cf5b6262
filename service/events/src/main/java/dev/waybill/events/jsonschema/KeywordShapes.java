package dev.waybill.events.jsonschema;

import dev.waybill.base.Text;
import dev.waybill.events.pattern.EcmaPattern;
import dev.waybill.events.pattern.PatternRefused;
import dev.waybill.events.pattern.StepBudget;
import java.util.HashSet;
import java.util.List;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;

/// Checks the form of each keyword's value by the meta-schema of draft 2020-12.
///
/// @param errors receives the pointer to the value and the problem
record KeywordShapes(BiConsumer<String, String> errors, StepBudget steps) {

  private static final int STEPS_PER_INSTRUCTION = 100;
  private static final int STEPS_PER_REFUSAL = 100_000;

  private static final List<String> TYPES =
      List.of("array", "boolean", "integer", "null", "number", "object", "string");

  void check(String pointer, JsonNode schema) {
    for (var entry : schema.properties()) {
      check(entry.getKey(), Pointers.child(pointer, entry.getKey()), entry.getValue());
    }
  }

  private void check(String keyword, String at, JsonNode value) {
    switch (keyword) {
      case "type" -> type(at, value);
      case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum" -> number(at, value);
      case "multipleOf" -> multiple(at, value);
      case "minLength",
          "maxLength",
          "minItems",
          "maxItems",
          "minContains",
          "maxContains",
          "minProperties",
          "maxProperties" ->
          count(at, value);
      case "pattern" -> pattern(at, value);
      case "required" -> names(at, value);
      case "enum", "examples" -> wanted(value.isArray(), at, value, "an array");
      case "uniqueItems", "deprecated", "readOnly", "writeOnly" ->
          wanted(value.isBoolean(), at, value, "true or false");
      case "format",
          "title",
          "description",
          "$comment",
          "$schema",
          "$ref",
          "$dynamicRef",
          "contentEncoding",
          "contentMediaType" ->
          wanted(value.isString(), at, value, "a string");
      case "$id" -> id(at, value);
      case "$anchor", "$dynamicAnchor" -> anchor(at, value);
      case "dependentRequired" -> dependentRequired(at, value);
      case "patternProperties" -> patterns(at, value);
      default -> containers(keyword, at, value);
    }
  }

  private void containers(String keyword, String at, JsonNode value) {
    if (Keywords.MAP.contains(keyword) || keyword.equals("$vocabulary")) {
      wanted(value.isObject(), at, value, "an object");
    } else if (Keywords.LIST.contains(keyword) && wanted(value.isArray(), at, value, "an array")) {
      errorUnless(!value.isEmpty(), at, "must have at least one schema");
    }
  }

  private void type(String at, JsonNode value) {
    boolean good =
        value.isArray()
            ? !value.isEmpty() && value.valueStream().allMatch(KeywordShapes::isType)
            : isType(value);
    errorUnless(
        good && isWithoutRepeats(value),
        at,
        "is " + shown(value) + "; it must be one of " + String.join(", ", TYPES) + ", or a list");
  }

  private static boolean isType(JsonNode value) {
    return value.isString() && TYPES.contains(value.stringValue());
  }

  private static boolean isWithoutRepeats(JsonNode list) {
    return !list.isArray() || new HashSet<>(list.valueStream().toList()).size() == list.size();
  }

  private void number(String at, JsonNode value) {
    wanted(value.isNumber(), at, value, "a number");
  }

  private void multiple(String at, JsonNode value) {
    if (wanted(value.isNumber(), at, value, "a number")) {
      errorUnless(
          value.decimalValue().signum() > 0, at, "is " + shown(value) + "; it must be more than 0");
    }
  }

  private void count(String at, JsonNode value) {
    if (wanted(value.isNumber() && TypeBits.isWhole(value), at, value, "a whole number")) {
      errorUnless(
          value.decimalValue().signum() >= 0, at, "is " + shown(value) + "; it must be at least 0");
    }
  }

  private void pattern(String at, JsonNode value) {
    if (wanted(value.isString(), at, value, "a string")) {
      pattern(at, value.stringValue());
    }
  }

  private void patterns(String at, JsonNode value) {
    if (wanted(value.isObject(), at, value, "an object")) {
      value.propertyNames().forEach(pattern -> pattern(Pointers.child(at, pattern), pattern));
    }
  }

  private void pattern(String at, String pattern) {
    try {
      steps.take(STEPS_PER_INSTRUCTION * (long) EcmaPattern.of(pattern).size());
    } catch (PatternRefused refused) {
      steps.take(STEPS_PER_REFUSAL);
      errors.accept(at, "is not a supported regular expression: " + refused.getMessage());
    }
  }

  private void names(String at, JsonNode value) {
    boolean texts = value.isArray() && value.valueStream().allMatch(JsonNode::isString);
    if (wanted(texts, at, value, "a list of strings")) {
      errorUnless(isWithoutRepeats(value), at, "names a field twice; remove one");
    }
  }

  private void dependentRequired(String at, JsonNode value) {
    if (wanted(value.isObject(), at, value, "an object")) {
      value
          .properties()
          .forEach(entry -> names(Pointers.child(at, entry.getKey()), entry.getValue()));
    }
  }

  private void id(String at, JsonNode value) {
    if (wanted(value.isString(), at, value, "a string")) {
      int hash = value.stringValue().indexOf('#');
      errorUnless(
          hash < 0 || hash == value.stringValue().length() - 1,
          at,
          "has a fragment; use $anchor to name a part");
    }
  }

  private void anchor(String at, JsonNode value) {
    boolean good = value.isString() && isAnchor(value.stringValue());
    errorUnless(
        good, at, "is " + shown(value) + "; begin with a letter, then letters, digits, '.', '_'");
  }

  private static boolean isAnchor(String name) {
    return !name.isEmpty()
        && (isLetter(name.charAt(0)) || name.charAt(0) == '_')
        && name.chars().allMatch(c -> isLetter(c) || "0123456789-._".indexOf(c) >= 0);
  }

  private static boolean isLetter(int c) {
    return (c | 32) >= 'a' && (c | 32) <= 'z';
  }

  private boolean wanted(boolean good, String at, JsonNode value, String kind) {
    errorUnless(good, at, "is " + ViolationWords.kind(value) + "; it must be " + kind);
    return good;
  }

  private static String shown(JsonNode value) {
    return Text.storable(value.toString(), 100);
  }

  private void errorUnless(boolean good, String at, String message) {
    if (!good) {
      errors.accept(at, message);
    }
  }
}
