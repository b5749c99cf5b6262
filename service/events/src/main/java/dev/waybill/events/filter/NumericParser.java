package dev.waybill.events.filter;

import dev.waybill.base.Text;
import dev.waybill.events.envelope.AttributeJson;
import dev.waybill.events.filter.Range.Bound;
import dev.waybill.events.filter.Range.Sign;
import dev.waybill.topic.Attribute;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Parses the value of `numeric`: an operator and a number, or a lower and an upper bound.
final class NumericParser {

  private static final String FORMS =
      "write [\"=\", 5], [\">\", 0] or, lower bound first, [\">\", 0, \"<=\", 150]";

  private NumericParser() {}

  static Operator parse(JsonNode operand, PolicyPointer pointer) {
    if (!operand.isArray() || (operand.size() != 2 && operand.size() != 4)) {
      throw pointer.refused(
          "numeric requires a list of one or two operators, each with a number; " + FORMS);
    }
    if (operand.size() == 2 && "=".equals(operand.get(0).stringValue(""))) {
      return new Operator.OneOf(Set.of(number(operand, 1, pointer)));
    }
    Bound first = bound(operand, 0, pointer);
    return operand.size() == 2
        ? new Range(List.of(first))
        : range(first, bound(operand, 2, pointer), pointer);
  }

  private static Range range(Bound low, Bound high, PolicyPointer pointer) {
    if (!low.sign().isLower() || high.sign().isLower()) {
      throw pointer.refused("a range requires a lower bound and then an upper bound; " + FORMS);
    }
    if (low.limit().compareTo(high.limit()) >= 0) {
      throw pointer.refused(
          "the lower bound "
              + Wording.of(low.limit())
              + " is not below the upper bound "
              + Wording.of(high.limit())
              + "; swap them, or use \"=\" for one number");
    }
    return new Range(List.of(low, high));
  }

  private static Bound bound(JsonNode operand, int index, PolicyPointer pointer) {
    String symbol = operand.get(index).stringValue("");
    @Nullable Sign sign = Sign.of(symbol);
    if (sign == null) {
      throw pointer
          .element(index)
          .refused(
              Text.storable(operand.get(index).toString(), 80)
                  + " is not an operator of numeric; "
                  + FORMS);
    }
    return new Bound(sign, number(operand, index + 1, pointer).value());
  }

  private static Attribute.Numeric number(JsonNode operand, int index, PolicyPointer pointer) {
    if (operand.get(index).isNumber()
        && AttributeJson.single(operand.get(index)) instanceof Attribute.Numeric number) {
      return number;
    }
    throw pointer.element(index).refused("this is not a number; write a number without quotes");
  }
}
