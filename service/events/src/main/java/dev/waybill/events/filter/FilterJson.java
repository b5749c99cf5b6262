package dev.waybill.events.filter;

import dev.waybill.base.Decimals;
import dev.waybill.events.jsonschema.JsonTrees;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads JSON into trees with exact numbers.
final class FilterJson {

  private static final JsonMapper POLICIES =
      JsonTrees.mapper(2 * FilterPolicy.MAX_DEPTH + 8, Decimals.MAX_DIGITS);

  private FilterJson() {}

  /// Throws [JacksonException] or, for numbers that are too large, [NumberFormatException].
  static JsonNode readPolicy(String json) {
    return POLICIES.readTree(json);
  }

  /// The tree of this text, or null if it is not JSON.
  static @Nullable JsonNode readOrNull(String json) {
    try {
      return JsonTrees.EVENTS.readTree(json);
    } catch (JacksonException | NumberFormatException notJson) {
      return null;
    }
  }
}
