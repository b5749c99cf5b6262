package dev.waybill.events.schema;

import dev.waybill.events.jsonschema.Bound;
import java.math.BigDecimal;
import java.math.RoundingMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Generates a number within its bounds.
final class SampleNumber {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private SampleNumber() {}

  static JsonNode whole(JsonNode schema) {
    BigDecimal least = start(schema).setScale(0, RoundingMode.CEILING);
    BigDecimal value = multiple(schema, skipExcluded(schema, least, BigDecimal.ONE));
    return JSON.numberNode(value.toBigInteger());
  }

  static JsonNode any(JsonNode schema) {
    BigDecimal start = start(schema);
    return JSON.numberNode(multiple(schema, skipExcluded(schema, start, step(schema, start))));
  }

  /// The lower bound, otherwise the upper one, otherwise 1.
  private static BigDecimal start(JsonNode schema) {
    BigDecimal lower = Bound.lower(schema).value();
    if (lower != null) {
      return lower;
    }
    Bound upper = Bound.upper(schema);
    if (upper.value() == null || upper.value().compareTo(BigDecimal.ONE) > 0) {
      return BigDecimal.ONE;
    }
    return upper.exclusive()
        ? upper.value().subtract(BigDecimal.ONE)
        : upper.value().setScale(0, RoundingMode.FLOOR);
  }

  /// Half of the range, so that the number stays below the upper bound.
  private static BigDecimal step(JsonNode schema, BigDecimal start) {
    BigDecimal upper = Bound.upper(schema).value();
    return upper == null ? BigDecimal.ONE : upper.subtract(start).divide(BigDecimal.TWO);
  }

  private static BigDecimal skipExcluded(JsonNode schema, BigDecimal value, BigDecimal step) {
    Bound lower = Bound.lower(schema);
    boolean excluded =
        lower.exclusive() && lower.value() != null && lower.value().compareTo(value) == 0;
    return excluded ? value.add(step) : value;
  }

  private static BigDecimal multiple(JsonNode schema, BigDecimal value) {
    if (!schema.path("multipleOf").isNumber()) {
      return value;
    }
    BigDecimal unit = schema.path("multipleOf").decimalValue();
    return value.divide(unit, 0, RoundingMode.CEILING).multiply(unit);
  }
}
