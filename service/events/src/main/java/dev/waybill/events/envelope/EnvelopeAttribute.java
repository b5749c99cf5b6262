package dev.waybill.events.envelope;

import dev.waybill.topic.Attribute;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An attribute as envelopes carry it, with the types of SNS and CloudEvents; producers give an
/// [Attribute].
public sealed interface EnvelopeAttribute {

  /// The value as text, spelt as it came.
  String text();

  record Text(String text) implements EnvelopeAttribute {}

  /// A number: its value, and the way it was written.
  record Decimal(String text, BigDecimal value) implements EnvelopeAttribute {

    public static Decimal of(long value) {
      return new Decimal(Long.toString(value), BigDecimal.valueOf(value));
    }
  }

  record Flag(boolean value) implements EnvelopeAttribute {

    @Override
    public String text() {
      return Boolean.toString(value);
    }
  }

  /// A list of strings, numbers, booleans and nulls.
  ///
  /// @param text the list as a JSON array
  record Items(String text) implements EnvelopeAttribute {}

  /// Bytes, which no filter looks into.
  ///
  /// @param text the bytes in base64
  record Binary(String text) implements EnvelopeAttribute {}

  static EnvelopeAttribute of(String text) {
    return new Text(text);
  }

  /// What a producer gave beside the event.
  static EnvelopeAttribute of(Attribute given) {
    return switch (given) {
      case Attribute.Text(String value) -> of(value);
      case Attribute.Numeric(BigDecimal value) -> new Decimal(value.toString(), value);
      case Attribute.Texts(List<String> values) ->
          new Items(StrictJson.MAPPER.writeValueAsString(values));
    };
  }

  /// The text of an attribute of a map, or null where there is none.
  static @Nullable String textOf(@Nullable EnvelopeAttribute attribute) {
    return attribute == null ? null : attribute.text();
  }
}
