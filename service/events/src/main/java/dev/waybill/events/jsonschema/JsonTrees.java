package dev.waybill.events.jsonschema;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Decimals;
import dev.waybill.wire.json.JsonProblems;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/// Reads and writes trees of JSON within limits, with exact numbers.
public final class JsonTrees {

  static final int DEPTH = 100;

  /// A schema also travels as a part of a document, which has room for this much.
  private static final int SCHEMA_DEPTH = 60;

  private static final int SCHEMA_DIGITS = 100;

  static final String HUGE_NUMBER =
      "has more than " + Decimals.MAX_DIGITS + " digits, zeros included";

  /// For events: as fast as it goes.
  public static final JsonMapper EVENTS = mapper(factory(DEPTH, Decimals.MAX_DIGITS));

  /// For schemas: a key that stands twice is refused.
  private static final JsonMapper STRICT =
      mapper(
          factory(SCHEMA_DEPTH, SCHEMA_DIGITS)
              .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION));

  private JsonTrees() {}

  /// The document, or [Code#INVALID_ARGUMENT] with the place where it stops being JSON.
  public static JsonNode read(String text) {
    try {
      return STRICT.readTree(text);
    } catch (JacksonException | ArithmeticException | NumberFormatException broken) {
      throw new WaybillException(Code.INVALID_ARGUMENT, words(broken), broken);
    }
  }

  public static String write(JsonNode node) {
    return STRICT.writeValueAsString(node);
  }

  static String pretty(JsonNode node) {
    return STRICT.writerWithDefaultPrettyPrinter().writeValueAsString(node);
  }

  static String words(RuntimeException broken) {
    return "is not JSON: "
        + (broken instanceof JacksonException malformed
            ? JsonProblems.words(malformed)
            : "a number has too many digits");
  }

  /// The pointer to a number that is too large to calculate with, or null where there is none.
  static @Nullable String hugeNumber(JsonNode node) {
    if (node.isNumber()) {
      return Decimals.isBounded(node.decimalValue()) ? null : "";
    }
    for (var member : node.properties()) {
      String below = hugeNumber(member.getValue());
      if (below != null) {
        return Pointers.child("", member.getKey()) + below;
      }
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      String below = hugeNumber(node.get(i));
      if (below != null) {
        return Pointers.child("", i) + below;
      }
    }
    return null;
  }

  private static JsonFactoryBuilder factory(int depth, int digits) {
    return JsonFactory.builder()
        .streamReadConstraints(
            StreamReadConstraints.builder().maxNestingDepth(depth).maxNumberLength(digits).build());
  }

  private static JsonMapper mapper(JsonFactoryBuilder factory) {
    return JsonMapper.builder(factory.build())
        .enable(JsonNodeFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
        .build();
  }
}
