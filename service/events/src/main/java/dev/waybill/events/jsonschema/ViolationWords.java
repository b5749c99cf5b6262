package dev.waybill.events.jsonschema;

import dev.waybill.base.Text;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// Describes a violation and what the value must be.
final class ViolationWords {

  private static final int VALUES_NAMED = 20;

  static final String UNKNOWN_FIELD =
      "is not a field of the schema; remove it, or register a version of the schema that has it";

  private ViolationWords() {}

  static String of(String keyword, JsonNode rule, JsonNode value) {
    return switch (keyword) {
      case "type" -> "is " + kind(value) + "; it must be " + kinds(rule);
      case "enum" -> "is " + shown(value) + "; it must be one of " + values(rule);
      case "const" -> "is " + shown(value) + "; it must be " + shortened(rule.toString());
      case "pattern" -> "is " + shown(value) + "; it must match " + rule.asString();
      case "format" -> "is " + shown(value) + "; it must be " + format(rule.asString());
      case "false" -> "is not allowed here; remove it";
      default -> bounds(keyword, rule, value);
    };
  }

  private static String bounds(String keyword, JsonNode rule, JsonNode value) {
    return switch (keyword) {
      case "minimum" -> "is " + shown(value) + "; it must be at least " + rule;
      case "maximum" -> "is " + shown(value) + "; it must be at most " + rule;
      case "exclusiveMinimum" -> "is " + shown(value) + "; it must be more than " + rule;
      case "exclusiveMaximum" -> "is " + shown(value) + "; it must be less than " + rule;
      case "multipleOf" -> "is " + shown(value) + "; it must be a multiple of " + rule;
      case "minLength" -> "is too short; it must have at least " + rule + " characters";
      case "maxLength" -> "is too long; it must have at most " + rule + " characters";
      case "minItems" -> "has too few items; it must have at least " + rule;
      case "maxItems" -> "has too many items; it must have at most " + rule;
      case "minProperties" -> "has too few fields; it must have at least " + rule;
      case "maxProperties" -> "has too many fields; it must have at most " + rule;
      case "uniqueItems" -> "has the same item twice; remove one";
      default -> "violates " + keyword;
    };
  }

  private static String shown(JsonNode value) {
    return value.isContainer() ? kind(value) : shortened(value.toString());
  }

  private static String shortened(String text) {
    return Text.storable(text, 100);
  }

  private static String values(JsonNode rule) {
    String some =
        rule.valueStream()
            .limit(VALUES_NAMED)
            .map(value -> shortened(value.toString()))
            .collect(Collectors.joining(", "));
    return rule.size() > VALUES_NAMED
        ? some + " and " + (rule.size() - VALUES_NAMED) + " more"
        : some;
  }

  private static String kinds(JsonNode rule) {
    if (!rule.isArray()) {
      return kind(rule.asString(""));
    }
    return rule.valueStream()
        .map(type -> kind(type.asString("")))
        .collect(Collectors.joining(" or "));
  }

  static String kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "an object";
      case ARRAY -> "an array";
      case STRING -> "a string";
      case NUMBER -> "the number " + shortened(value.toString());
      case BOOLEAN -> value.toString();
      case NULL, MISSING, BINARY, POJO -> "null";
    };
  }

  private static String kind(String type) {
    return switch (type) {
      case "object", "array" -> "an " + type;
      case "integer" -> "a whole number";
      case "boolean" -> "true or false";
      case "null" -> "null";
      default -> "a " + type;
    };
  }

  private static String format(String name) {
    return switch (name) {
      case "date-time" -> "a time such as 2025-10-21T14:30:00Z";
      case "date" -> "a date such as 2025-10-21";
      case "time" -> "a time of day such as 14:30:00Z";
      case "duration" -> "a duration such as PT5S";
      case "uuid" -> "a UUID such as 550e8400-e29b-41d4-a716-446655440000";
      case "uri" -> "a URI such as https://example.com/a";
      case "email" -> "an email address such as a@example.com";
      default -> "of the format " + name;
    };
  }
}
