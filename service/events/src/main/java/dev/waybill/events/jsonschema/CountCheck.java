package dev.waybill.events.jsonschema;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Checks the number of items of an array or of fields of an object.
public record CountCheck(JsonNode rule, String keyword, long limit) implements Check {

  @Override
  public boolean test(JsonNode value, Run run) {
    boolean concerned = keyword.endsWith("Items") ? value.isArray() : value.isObject();
    boolean least = keyword.startsWith("min");
    return !concerned
        || (least ? value.size() >= limit : value.size() <= limit)
        || run.fail(keyword, rule, value);
  }

  /// A count of a schema; a number that is too large becomes the maximum.
  public static int count(@Nullable JsonNode number, int otherwise) {
    return number == null ? otherwise : (int) Math.min(number.doubleValue(), Integer.MAX_VALUE);
  }
}
