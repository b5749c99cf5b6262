package dev.waybill.events.jsonschema;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The lower or upper bound of a number.
///
/// @param sign 1 for a lower bound, -1 for an upper one
public record Bound(@Nullable BigDecimal value, boolean exclusive, int sign) {

  public static Bound lower(JsonNode schema) {
    return tightest(schema, "minimum", "exclusiveMinimum", 1);
  }

  public static Bound upper(JsonNode schema) {
    return tightest(schema, "maximum", "exclusiveMaximum", -1);
  }

  boolean isTighterThan(Bound other) {
    if (value == null || other.value == null) {
      return value != null;
    }
    int order = sign * value.compareTo(other.value);
    return order > 0 || (order == 0 && exclusive && !other.exclusive);
  }

  private static Bound tightest(JsonNode schema, String including, String excluding, int sign) {
    Bound a = of(schema.get(including), false, sign);
    Bound b = of(schema.get(excluding), true, sign);
    return b.isTighterThan(a) ? b : a;
  }

  private static Bound of(@Nullable JsonNode number, boolean exclusive, int sign) {
    return new Bound(number == null ? null : number.decimalValue(), exclusive, sign);
  }

  @Override
  public String toString() {
    String side =
        sign > 0
            ? (exclusive ? "more than " : "at least ")
            : (exclusive ? "less than " : "at most ");
    return side + value;
  }
}
