package dev.waybill.events.filter;

import dev.waybill.base.Decimals;
import dev.waybill.events.jsonschema.JsonTrees;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// JSON as trees whose numbers are exact.
final class FilterJson {

  private static final JsonMapper POLICIES =
      JsonTrees.mapper(2 * FilterPolicy.MAX_DEPTH + 8, Decimals.MAX_DIGITS);

  private FilterJson() {}

  /// Fails as [JacksonException] or, for numbers out of all bounds, [NumberFormatException].
  static JsonNode readPolicy(String json) {
    return POLICIES.readTree(json);
  }

  /// The tree of this text, or nothing where the text is not JSON.
  static @Nullable JsonNode readOrNull(String json) {
    try {
      return JsonTrees.EVENTS.readTree(json);
    } catch (JacksonException | NumberFormatException notJson) {
      return null;
    }
  }
}
