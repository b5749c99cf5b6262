package dev.waybill.events.filter;

import dev.waybill.base.Text;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.Attribute.Single;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;

/// Formats values for messages: quoted, on one line, and a limited number of them.
final class Wording {

  private static final int SHOWN = 10;
  private static final int LONGEST = 400;
  private static final int MOST_ZEROS = 16;

  private Wording() {}

  static String of(Single value) {
    return switch (value) {
      case Attribute.Text(var text) -> Text.quote(text);
      case Attribute.Numeric(var number) -> of(number);
      case Attribute.Flag(var yes) -> String.valueOf(yes);
      case Attribute.Null() -> "null";
    };
  }

  /// All digits, except for many trailing zeros.
  static String of(BigDecimal number) {
    int zeros = -number.scale();
    return zeros > 0 && zeros < MOST_ZEROS ? number.toPlainString() : number.toString();
  }

  static String of(List<String> path) {
    return oneLine(String.join(".", path));
  }

  /// Shortens text for a message; a path fits.
  static String oneLine(String text) {
    return Text.storable(text, LONGEST).replaceAll("\\p{Cntrl}", "\uFFFD");
  }

  static String of(Leaf leaf) {
    if (!leaf.present()) {
      return "absent";
    }
    return switch (leaf.values().size()) {
      case 0 -> "present without a value";
      case 1 -> of(leaf.values().getFirst());
      default -> "the list " + list(leaf.values().stream().map(Wording::of).toList());
    };
  }

  /// Describes all operators of a key, one of which is enough.
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
