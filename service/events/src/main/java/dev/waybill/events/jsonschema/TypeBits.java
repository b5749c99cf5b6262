package dev.waybill.events.jsonschema;

import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;

/// The types of JSON Schema as a bit set.
final class TypeBits {

  private static final int OBJECT = 1;
  private static final int ARRAY = 2;
  private static final int STRING = 4;
  private static final int INTEGER = 8;
  private static final int FRACTION = 16;
  private static final int BOOLEAN = 32;
  private static final int NULL = 64;

  private TypeBits() {}

  static int allowedBy(JsonNode type) {
    if (!type.isArray()) {
      return named(type.asString(""));
    }
    return type.valueStream().mapToInt(one -> named(one.asString(""))).reduce(0, (a, b) -> a | b);
  }

  static int of(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> OBJECT;
      case ARRAY -> ARRAY;
      case STRING -> STRING;
      case NUMBER -> isWhole(value) ? INTEGER : FRACTION;
      case BOOLEAN -> BOOLEAN;
      case NULL -> NULL;
      case MISSING, BINARY, POJO -> 0;
    };
  }

  /// 1.0 is an integer, too.
  static boolean isWhole(JsonNode number) {
    if (number.isIntegralNumber()) {
      return true;
    }
    BigDecimal exact = number.decimalValue();
    return exact.signum() == 0 || exact.stripTrailingZeros().scale() <= 0;
  }

  private static int named(String type) {
    return switch (type) {
      case "object" -> OBJECT;
      case "array" -> ARRAY;
      case "string" -> STRING;
      case "integer" -> INTEGER;
      case "number" -> INTEGER | FRACTION;
      case "boolean" -> BOOLEAN;
      case "null" -> NULL;
      default -> 0;
    };
  }
}
