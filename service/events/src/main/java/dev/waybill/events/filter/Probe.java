package dev.waybill.events.filter;

import dev.waybill.topic.Attribute.Single;
import java.util.List;
import java.util.stream.Stream;

/// A key of the index lookup. Every value that an operator accepts has one of the probes of the
/// operator; the converse need not hold.
sealed interface Probe {

  /// The number of characters of a prefix that are indexed, so that a value has few prefixes to
  /// try.
  int LONGEST_START = 64;

  record Exact(Single value) implements Probe {}

  record Folded(String text) implements Probe {

    static Folded of(String text) {
      StringBuilder folded = new StringBuilder(text.length());
      text.codePoints()
          .map(Character::toUpperCase)
          .map(Character::toLowerCase)
          .forEach(folded::appendCodePoint);
      return new Folded(folded.toString());
    }
  }

  record Begins(String start) implements Probe {}

  /// Any value.
  record Present() implements Probe {}

  static Stream<Probe> of(Operator operator) {
    return switch (operator) {
      case Operator.OneOf(var values) -> values.stream().map(Exact::new);
      case Operator.IgnoreCase(var text) -> Stream.of(Folded.of(text));
      case Operator.Prefix(var start) -> Stream.of(beginning(start));
      case Operator.Wildcard(var glob) -> Stream.of(beginning(glob.parts().getFirst()));
      case Operator.NoneOf _,
          Operator.NotLike _,
          Operator.Suffix _,
          Operator.Cidr _,
          Operator.Exists _,
          Range _ ->
          Stream.of(new Present());
    };
  }

  /// Only the absence of a key cannot be looked up.
  static boolean canFind(List<Operator> operators) {
    return operators.stream().noneMatch(new Operator.Exists(false)::equals);
  }

  private static Probe beginning(String start) {
    return start.isEmpty()
        ? new Present()
        : new Begins(start.substring(0, Math.min(LONGEST_START, start.length())));
  }
}
