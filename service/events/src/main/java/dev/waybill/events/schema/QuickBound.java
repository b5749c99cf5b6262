package dev.waybill.events.schema;

import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;

/// Whether a number is on the right side of a bound.
///
/// @param sign 1 where the number must be higher, -1 where it must be lower
/// @param exact whether the bound as a double is the bound itself
record QuickBound(BigDecimal bound, double number, boolean exact, int sign, boolean exclusive)
    implements QuickCheck {

  static QuickBound of(String keyword, BigDecimal bound) {
    double number = bound.doubleValue();
    boolean exact = Double.isFinite(number) && new BigDecimal(number).compareTo(bound) == 0;
    int sign = keyword.endsWith("inimum") ? 1 : -1;
    return new QuickBound(bound, number, exact, sign, keyword.startsWith("exclusive"));
  }

  @Override
  public boolean surelyValid(JsonNode value) {
    if (!value.isNumber()) {
      return true;
    }
    if (Double.isInfinite(value.doubleValue())) {
      return false;
    }
    int order = sign * compare(value);
    return order > 0 || (order == 0 && !exclusive);
  }

  private int compare(JsonNode value) {
    if (exact && (value.isInt() || value.isDouble())) {
      return Double.compare(value.doubleValue() + 0.0, number + 0.0);
    }
    return value.decimalValue().compareTo(bound);
  }
}
