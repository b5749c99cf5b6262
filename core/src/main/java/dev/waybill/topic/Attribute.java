package dev.waybill.topic;

import java.math.BigDecimal;
import java.util.List;

/// What is said about an event beside its body; filter policies look at it.
public sealed interface Attribute {

  record Text(String value) implements Attribute {}

  record Numeric(BigDecimal value) implements Attribute {}

  /// Several at once; a policy matches where any of them does.
  record Texts(List<String> values) implements Attribute {

    public Texts {
      values = List.copyOf(values);
    }
  }

  static Attribute of(String value) {
    return new Text(value);
  }

  static Attribute of(long value) {
    return new Numeric(BigDecimal.valueOf(value));
  }
}
