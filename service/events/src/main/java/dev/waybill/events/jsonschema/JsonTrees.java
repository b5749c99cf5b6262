package dev.waybill.events.jsonschema;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Decimals;
import dev.waybill.wire.json.Json;
import dev.waybill.wire.json.JsonProblems;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/// Reads and writes JSON trees within limits, with exact numbers.
public final class JsonTrees {

  static final int DEPTH = 100;

  /// A schema is also embedded in other documents, so its depth is limited to this.
  private static final int SCHEMA_DEPTH = 60;

  private static final int SCHEMA_DIGITS = 100;

  static final String HUGE_NUMBER =
      "has more than " + Decimals.MAX_DIGITS + " digits, zeros included";

  public static final JsonMapper EVENTS = mapper(DEPTH, Decimals.MAX_DIGITS);

  private static final JsonMapper SCHEMAS = mapper(SCHEMA_DEPTH, SCHEMA_DIGITS);

  private JsonTrees() {}

  /// Parses a schema, or throws [Code#INVALID_ARGUMENT] with the position of the error.
  public static JsonNode read(String text) {
    return read(SCHEMAS, text);
  }

  public static JsonNode readEvent(String text) {
    return read(EVENTS, text);
  }

  private static JsonNode read(JsonMapper mapper, String text) {
    try {
      return mapper.readTree(text);
    } catch (JacksonException | ArithmeticException | NumberFormatException broken) {
      throw new WaybillException(Code.INVALID_ARGUMENT, words(broken), broken);
    }
  }

  public static String write(JsonNode node) {
    return SCHEMAS.writeValueAsString(node);
  }

  static String pretty(JsonNode node) {
    return SCHEMAS.writerWithDefaultPrettyPrinter().writeValueAsString(node);
  }

  static String words(RuntimeException broken) {
    return "is not JSON: "
        + (broken instanceof JacksonException malformed
            ? JsonProblems.words(malformed)
            : "a number has too many digits");
  }

  /// The pointer to a number that is too large for arithmetic, or null.
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

  /// Reads trees with exact decimals, and refuses a key that is there twice.
  public static JsonMapper mapper(int depth, int digits) {
    return JsonMapper.builder(Json.factory(depth, digits))
        .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
        .enable(JsonNodeFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
        .build();
  }
}
