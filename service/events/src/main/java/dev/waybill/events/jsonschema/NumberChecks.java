package dev.waybill.events.jsonschema;

import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;

/// Checks of numbers. They are exact; the bounds of [dev.waybill.base.Decimals] limit their cost.
final class NumberChecks {

  private static final int STEPS_OF_A_DIVISION = 20;

  private NumberChecks() {}

  /// @param number the bound as a double
  /// @param exact whether the double is exactly the bound
  /// @param sign 1 if the value must be higher, -1 if it must be lower
  record Bound(JsonNode rule, String keyword, double number, boolean exact, int sign)
      implements Check {

    static Bound of(String keyword, JsonNode rule) {
      BigDecimal bound = rule.decimalValue();
      double number = bound.doubleValue();
      boolean exact = Double.isFinite(number) && new BigDecimal(number).compareTo(bound) == 0;
      return new Bound(rule, keyword, number, exact, keyword.endsWith("inimum") ? 1 : -1);
    }

    @Override
    public boolean test(JsonNode value, Run run) {
      if (!value.isNumber()) {
        return true;
      }
      int order = sign * compare(value);
      boolean within = order > 0 || (order == 0 && !keyword.startsWith("exclusive"));
      return within || run.fail(keyword, rule, value);
    }

    private int compare(JsonNode value) {
      return exact && value.isInt()
          ? Double.compare(value.intValue() + 0.0, number + 0.0)
          : value.decimalValue().compareTo(rule.decimalValue());
    }
  }

  record MultipleOf(JsonNode rule, BigDecimal unit) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      if (!value.isNumber()) {
        return true;
      }
      run.steps().take(STEPS_OF_A_DIVISION);
      return value.decimalValue().remainder(unit).signum() == 0
          || run.fail("multipleOf", rule, value);
    }
  }
}
