package dev.waybill.events.filter;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A value that policies compare, of an attribute or a field of the body. Two are equal if SNS
/// calls them equal, so 300 is 3.0e2, and the text "300" is neither.
public sealed interface FilterValue {

  /// One value, as an attribute has it, a list holds it or a field of a body says it.
  sealed interface Scalar extends FilterValue {}

  record TextValue(String value) implements Scalar {}

  record NumberValue(BigDecimal value) implements Scalar {

    /// Beyond this, the exponent could overflow while zeros are taken away.
    private static final int LARGEST_SCALE = 1_000_000_000;

    public NumberValue {
      value = Math.abs((long) value.scale()) > LARGEST_SCALE ? value : value.stripTrailingZeros();
    }
  }

  record BooleanValue(boolean value) implements Scalar {}

  record NullValue() implements Scalar {}

  /// Several values; an attribute of type `String.Array`. It matches where one of them does.
  record ListValue(List<Scalar> values) implements FilterValue {

    public ListValue {
      values = List.copyOf(values);
    }
  }

  Scalar NULL = new NullValue();

  static Scalar text(String value) {
    return new TextValue(value);
  }

  static Scalar number(BigDecimal value) {
    return new NumberValue(value);
  }

  static Scalar number(long value) {
    return new NumberValue(BigDecimal.valueOf(value));
  }

  static Scalar bool(boolean value) {
    return new BooleanValue(value);
  }

  static FilterValue list(List<Scalar> values) {
    return new ListValue(values);
  }

  /// The value of a `String.Array` attribute: a JSON array of texts, numbers, `true`, `false` and
  /// `null`, as SNS has it.
  static FilterValue array(String json) {
    JsonNode node = Json.readOrNull(json);
    if (node == null || !node.isArray()) {
      throw notAnArray();
    }
    List<Scalar> values = new ArrayList<>();
    for (JsonNode element : node.values()) {
      @Nullable Scalar scalar = Json.scalar(element);
      if (scalar == null) {
        throw notAnArray();
      }
      values.add(scalar);
    }
    return new ListValue(values);
  }

  private static WaybillException notAnArray() {
    return new WaybillException(
        Code.INVALID_ARGUMENT,
        "A String.Array attribute is a JSON array of texts, numbers, true, false and null,"
            + " such as [\"a\", 1]. Write it so.");
  }
}
