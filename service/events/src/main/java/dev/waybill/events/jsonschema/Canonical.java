package dev.waybill.events.jsonschema;

import dev.waybill.events.pattern.StepBudget;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// Equality of JSON values by JSON Schema: numbers by value, objects without order.
final class Canonical {

  private static final int CHARACTERS_PER_STEP = 16;

  private Canonical() {}

  /// A text that is the same for two values if and only if they are equal.
  static String of(JsonNode value, StepBudget steps) {
    StringBuilder text = new StringBuilder();
    write(value, text, steps);
    return text.toString();
  }

  private static void write(JsonNode value, StringBuilder text, StepBudget steps) {
    steps.take(1);
    if (value.isString()) {
      quote(value.stringValue(), text, steps);
    } else if (value.isNumber()) {
      text.append(value.decimalValue().stripTrailingZeros());
    } else if (value.isArray()) {
      text.append('[');
      for (JsonNode item : value) {
        write(item, text, steps);
        text.append(',');
      }
      text.append(']');
    } else if (value.isObject()) {
      object(value, text, steps);
    } else {
      text.append(value);
    }
  }

  private static void object(JsonNode value, StringBuilder text, StepBudget steps) {
    Map<String, JsonNode> sorted = new TreeMap<>();
    value.properties().forEach(member -> sorted.put(member.getKey(), member.getValue()));
    text.append('{');
    sorted.forEach(
        (name, member) -> {
          quote(name, text, steps);
          write(member, text, steps);
          text.append(',');
        });
    text.append('}');
  }

  /// The length before the text marks its end.
  private static void quote(String string, StringBuilder text, StepBudget steps) {
    steps.take(string.length() / CHARACTERS_PER_STEP);
    text.append('"').append(string.length()).append(':').append(string);
  }

  /// Whether two schemas are equal except for the order of fields.
  static boolean sameTree(JsonNode a, JsonNode b, StepBudget steps) {
    steps.take(1);
    if (a.isObject() && b.isObject()) {
      return a.size() == b.size() && sameMembers(a, b, steps);
    }
    if (a.isArray() && b.isArray()) {
      for (int i = 0; i < a.size(); i++) {
        if (a.size() != b.size() || !sameTree(a.get(i), b.get(i), steps)) {
          return false;
        }
      }
      return a.size() == b.size();
    }
    if (a.isString()) {
      steps.take(a.stringValue().length() / CHARACTERS_PER_STEP);
    }
    return a.equals(b);
  }

  private static boolean sameMembers(JsonNode a, JsonNode b, StepBudget steps) {
    for (var member : a.properties()) {
      JsonNode other = b.get(member.getKey());
      if (other == null || !sameTree(member.getValue(), other, steps)) {
        return false;
      }
    }
    return true;
  }
}
