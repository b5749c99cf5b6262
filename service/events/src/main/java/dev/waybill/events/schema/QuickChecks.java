package dev.waybill.events.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Makes quick checks for the part of JSON Schema that most events need.
final class QuickChecks {

  private static final Set<String> UNDERSTOOD =
      Set.of(
          "$ref",
          "type",
          "enum",
          "const",
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "minLength",
          "maxLength",
          "pattern",
          "format",
          "properties",
          "required",
          "additionalProperties",
          "minProperties",
          "maxProperties",
          "items",
          "minItems",
          "maxItems",
          "allOf",
          "anyOf");

  private final JsonNode root;
  private final Set<String> following = new HashSet<>();

  private QuickChecks(JsonNode root) {
    this.root = root;
  }

  static QuickCheck of(JsonNode root) {
    return of(root, root);
  }

  /// A check for a part of a schema.
  static QuickCheck of(JsonNode part, JsonNode root) {
    return new QuickChecks(root).check(part);
  }

  private QuickCheck check(@Nullable JsonNode schema) {
    if (schema == null || schema.isBoolean()) {
      return schema != null && schema.booleanValue() ? QuickCheck.ANYTHING : QuickCheck.UNSURE;
    }
    for (String keyword : schema.propertyNames()) {
      if (!UNDERSTOOD.contains(keyword) && !ignorable(keyword)) {
        return QuickCheck.UNSURE;
      }
    }
    List<QuickCheck> checks = new ArrayList<>();
    addWhole(schema, checks);
    addText(schema, checks);
    addNumbers(schema, checks);
    addContainers(schema, checks);
    return all(checks);
  }

  private static boolean ignorable(String keyword) {
    return Keywords.ANNOTATIONS.contains(keyword) || keyword.startsWith("x-");
  }

  private void addWhole(JsonNode schema, List<QuickCheck> checks) {
    if (schema.has("$ref")) {
      checks.add(followed(schema.path("$ref").asString("")));
    }
    if (schema.has("type")) {
      checks.add(new QuickType(QuickType.mask(schema.path("type"))));
    }
    if (schema.has("const")) {
      checks.add(schema.path("const")::equals);
    }
    if (schema.has("enum")) {
      checks.add(oneOf(schema.path("enum")));
    }
    schema.path("allOf").forEach(part -> checks.add(check(part)));
    if (schema.has("anyOf")) {
      List<QuickCheck> some = schema.path("anyOf").valueStream().map(this::check).toList();
      checks.add(value -> some.stream().anyMatch(one -> one.surelyValid(value)));
    }
  }

  /// A schema that refers to itself is left to the library.
  private QuickCheck followed(String ref) {
    if (!following.add(ref)) {
      return QuickCheck.UNSURE;
    }
    QuickCheck target = check(Refs.resolve(root, ref));
    following.remove(ref);
    return target;
  }

  private static QuickCheck oneOf(JsonNode values) {
    Set<JsonNode> allowed = new HashSet<>();
    values.forEach(allowed::add);
    return allowed::contains;
  }

  private static void addText(JsonNode schema, List<QuickCheck> checks) {
    if (schema.has("minLength") || schema.has("maxLength")) {
      int min = count(schema.get("minLength"), 0);
      int max = count(schema.get("maxLength"), Integer.MAX_VALUE);
      checks.add(text(value -> hasLength(value, min, max)));
    }
    if (schema.has("pattern")) {
      checks.add(text(new BoundedPattern(schema.path("pattern").asString(""))::find));
    }
    if (schema.has("format")) {
      checks.add(text(QuickFormats.of(schema.path("format").asString(""))));
    }
  }

  private static QuickCheck text(Predicate<String> check) {
    return value -> !value.isString() || check.test(value.stringValue());
  }

  /// Lengths count characters of Unicode, which are never more than those of Java.
  private static boolean hasLength(String text, int min, int max) {
    int length = text.length();
    if (length < min) {
      return false;
    }
    boolean plain = length <= max && min <= 1;
    int characters = plain ? length : text.codePointCount(0, length);
    return characters >= min && characters <= max;
  }

  private static void addNumbers(JsonNode schema, List<QuickCheck> checks) {
    for (String keyword : List.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")) {
      if (schema.has(keyword)) {
        checks.add(QuickBound.of(keyword, schema.path(keyword).decimalValue()));
      }
    }
  }

  private void addContainers(JsonNode schema, List<QuickCheck> checks) {
    if (schema.has("items") || schema.has("minItems") || schema.has("maxItems")) {
      QuickCheck item = schema.has("items") ? check(schema.get("items")) : QuickCheck.ANYTHING;
      int min = count(schema.get("minItems"), 0);
      int max = count(schema.get("maxItems"), Integer.MAX_VALUE);
      checks.add(array(item, min, max));
    }
    if (QuickObject.isNeededFor(schema)) {
      checks.add(QuickObject.of(schema, this::check));
    }
  }

  private static QuickCheck array(QuickCheck item, int min, int max) {
    return value -> {
      if (!value.isArray()) {
        return true;
      }
      if (value.size() < min || value.size() > max) {
        return false;
      }
      for (JsonNode one : value) {
        if (!item.surelyValid(one)) {
          return false;
        }
      }
      return true;
    };
  }

  /// A count in a schema; one beyond all counts is the highest there is.
  static int count(@Nullable JsonNode number, int otherwise) {
    return number == null ? otherwise : (int) Math.min(number.doubleValue(), Integer.MAX_VALUE);
  }

  private static QuickCheck all(List<QuickCheck> checks) {
    if (checks.size() == 1) {
      return checks.getFirst();
    }
    QuickCheck[] each = checks.toArray(QuickCheck[]::new);
    return value -> {
      for (QuickCheck check : each) {
        if (!check.surelyValid(value)) {
          return false;
        }
      }
      return true;
    };
  }
}
