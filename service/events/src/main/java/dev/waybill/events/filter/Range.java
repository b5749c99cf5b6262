package dev.waybill.events.filter;

import dev.waybill.topic.Attribute;
import dev.waybill.topic.Attribute.Single;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A number within one bound, or within a lower and an upper bound.
record Range(List<Bound> bounds) implements Operator {

  Range {
    bounds = List.copyOf(bounds);
  }

  /// The comparison with a bound.
  enum Sign {
    BELOW("<"),
    AT_MOST("<="),
    ABOVE(">"),
    AT_LEAST(">=");

    private final String symbol;

    Sign(String symbol) {
      this.symbol = symbol;
    }

    static @Nullable Sign of(String symbol) {
      return Stream.of(values()).filter(s -> s.symbol.equals(symbol)).findFirst().orElse(null);
    }

    boolean isLower() {
      return this == ABOVE || this == AT_LEAST;
    }
  }

  record Bound(Sign sign, BigDecimal limit) {

    boolean includes(BigDecimal number) {
      int order = number.compareTo(limit);
      return switch (sign) {
        case BELOW -> order < 0;
        case AT_MOST -> order <= 0;
        case ABOVE -> order > 0;
        case AT_LEAST -> order >= 0;
      };
    }

    String words() {
      return sign.symbol + " " + Wording.of(limit);
    }
  }

  @Override
  public boolean holds(Single value) {
    return value instanceof Attribute.Numeric(BigDecimal number)
        && bounds.stream().allMatch(bound -> bound.includes(number));
  }

  @Override
  public String words() {
    return "a number " + bounds.stream().map(Bound::words).collect(Collectors.joining(" and "));
  }
}
