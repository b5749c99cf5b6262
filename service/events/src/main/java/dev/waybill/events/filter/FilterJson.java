package dev.waybill.events.filter;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// JSON as trees whose numbers are exact.
final class FilterJson {

  /// A policy repeats no key, and its depth is bounded before a tree is built.
  private static final JsonMapper POLICIES =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(2 * FilterPolicy.MAX_DEPTH + 8)
                          .build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  private static final JsonMapper EVENTS =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private FilterJson() {}

  /// Fails as [JacksonException] or, for numbers out of all bounds, [NumberFormatException].
  static JsonNode readPolicy(String json) {
    return POLICIES.readTree(json);
  }

  /// The tree of this text, or nothing where the text is not JSON.
  static @Nullable JsonNode readOrNull(String json) {
    try {
      return EVENTS.readTree(json);
    } catch (JacksonException | NumberFormatException notJson) {
      return null;
    }
  }
}
