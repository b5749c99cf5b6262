package dev.waybill.events.filter;

import dev.waybill.Text;
import dev.waybill.events.filter.FilterValue.BooleanValue;
import dev.waybill.events.filter.FilterValue.NullValue;
import dev.waybill.events.filter.FilterValue.NumberValue;
import dev.waybill.events.filter.FilterValue.Scalar;
import dev.waybill.events.filter.FilterValue.TextValue;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;

/// How values are shown to a person: quoted, on one line, and not too many of them.
final class Wording {

  private static final int SHOWN = 10;
  private static final int LONGEST = 400;
  private static final int MOST_ZEROS = 16;

  private Wording() {}

  static String of(Scalar value) {
    return switch (value) {
      case TextValue(var text) -> Text.quote(text);
      case NumberValue(var number) -> of(number);
      case BooleanValue(var yes) -> String.valueOf(yes);
      case NullValue() -> "null";
    };
  }

  /// With all its digits, unless most of them are zeros at the end.
  static String of(BigDecimal number) {
    int zeros = -number.scale();
    return zeros > 0 && zeros < MOST_ZEROS ? number.toPlainString() : number.toString();
  }

  static String of(List<String> path) {
    return oneLine(String.join(".", path));
  }

  /// Long enough for a path, short enough for a message.
  static String oneLine(String text) {
    return Text.storable(text, LONGEST).replaceAll("\\p{Cntrl}", "\uFFFD");
  }

  static String of(Leaf leaf) {
    if (!leaf.present()) {
      return "absent";
    }
    return switch (leaf.values().size()) {
      case 0 -> "there without a value of its own";
      case 1 -> of(leaf.values().getFirst());
      default -> "the list " + list(leaf.values().stream().map(Wording::of).toList());
    };
  }

  /// All operators of a key, of which one is enough.
  static String wanted(List<Operator> operators) {
    List<String> words = operators.stream().flatMap(Wording::alternatives).toList();
    return words.size() == 1 ? words.getFirst() : "one of " + list(words);
  }

  static String list(List<String> words) {
    String shown = String.join(", ", words.subList(0, Math.min(SHOWN, words.size())));
    int left = words.size() - SHOWN;
    return left <= 0 ? shown : shown + " and " + left + " more";
  }

  private static Stream<String> alternatives(Operator operator) {
    return operator instanceof Operator.OneOf(var values)
        ? values.stream().map(Wording::of)
        : Stream.of(operator.words());
  }
}
