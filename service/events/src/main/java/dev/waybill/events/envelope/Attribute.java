package dev.waybill.events.envelope;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a filter can look at without reading the body.
public sealed interface Attribute {

  /// The value as text, spelt as it came.
  String text();

  record Text(String text) implements Attribute {}

  /// A number: its value, and the way it was written.
  record Decimal(String text, BigDecimal value) implements Attribute {

    public static Decimal of(long value) {
      return new Decimal(Long.toString(value), BigDecimal.valueOf(value));
    }
  }

  record Flag(boolean value) implements Attribute {

    @Override
    public String text() {
      return Boolean.toString(value);
    }
  }

  /// A list of strings, numbers, booleans and nulls.
  ///
  /// @param text the list as a JSON array
  record Items(String text, List<JsonNode> values) implements Attribute {

    public Items {
      values = List.copyOf(values);
    }
  }

  /// Bytes, which no filter looks into.
  ///
  /// @param text the bytes in base64
  record Binary(String text) implements Attribute {}

  static Attribute of(String text) {
    return new Text(text);
  }

  /// The text of an attribute of a map, or null where there is none.
  static @Nullable String textOf(@Nullable Attribute attribute) {
    return attribute == null ? null : attribute.text();
  }
}
