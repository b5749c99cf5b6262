package dev.waybill.events.schema;

import tools.jackson.databind.JsonNode;

/// Whether a value is of one of the types in a set of bits.
record QuickType(int allowed) implements QuickCheck {

  private static final int OBJECT = 1;
  private static final int ARRAY = 2;
  private static final int STRING = 4;
  private static final int INTEGER = 8;
  private static final int FRACTION = 16;
  private static final int BOOLEAN = 32;
  private static final int NULL = 64;

  static int mask(JsonNode type) {
    if (!type.isArray()) {
      return bits(type.asString(""));
    }
    return type.valueStream().mapToInt(one -> bits(one.asString(""))).reduce(0, (a, b) -> a | b);
  }

  @Override
  public boolean surelyValid(JsonNode value) {
    return (bitOf(value) & allowed) != 0;
  }

  private static int bits(String type) {
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

  /// 1.0 is a whole number for a schema; the library knows, here it is not sure.
  private static int bitOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> OBJECT;
      case ARRAY -> ARRAY;
      case STRING -> STRING;
      case NUMBER -> value.isIntegralNumber() ? INTEGER : FRACTION;
      case BOOLEAN -> BOOLEAN;
      case NULL -> NULL;
      case MISSING, BINARY, POJO -> 0;
    };
  }
}
