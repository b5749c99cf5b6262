package dev.waybill.topic;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An attribute of an event; filter policies can test it.
public sealed interface Attribute {

  /// One value. Filter policies compare attributes and the fields of bodies as such values.
  sealed interface Single extends Attribute {}

  record Text(String value) implements Single {}

  /// A number with its digits as written. Two numbers are equal if their values are: 300 equals
  /// 3.0e2.
  record Numeric(BigDecimal value) implements Single {

    /// Beyond this, the exponent could overflow while zeros are removed.
    private static final int LARGEST_SCALE = 1_000_000_000;

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Numeric number && canonical().equals(number.canonical());
    }

    @Override
    public int hashCode() {
      return canonical().hashCode();
    }

    private BigDecimal canonical() {
      return Math.abs((long) value.scale()) > LARGEST_SCALE ? value : value.stripTrailingZeros();
    }
  }

  record Flag(boolean value) implements Single {}

  /// The JSON value `null`, in a list or in a body.
  record Null() implements Single {}

  /// Several values; a policy matches if any of them does.
  record Many(List<Single> values) implements Attribute {

    public Many {
      values = List.copyOf(values);
    }

    public static Many of(List<String> texts) {
      return new Many(texts.stream().map(Attribute::of).toList());
    }
  }

  /// Bytes, which filters ignore.
  record Binary(String base64) implements Attribute {}

  static Single of(String value) {
    return new Text(value);
  }

  static Single of(long value) {
    return new Numeric(BigDecimal.valueOf(value));
  }
}
