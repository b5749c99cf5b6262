package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.ANY;

import dev.waybill.topic.Attribute;
import java.util.Map;

/// Attributes of an event: texts, numbers and lists of texts under names.
public final class AttributesJson {

  static final Shape.Field FIELD =
      Shape.optional(
          "attributes",
          new Shape.Entries(ANY),
          "A text, a number or a list of texts each; filter policies look at them.");

  private static final int MOST = 100;
  private static final int MOST_IN_ONE = 100;

  private AttributesJson() {}

  public static Map<String, Attribute> read(JsonIn in) {
    return in.entries(MOST, () -> one(in));
  }

  private static Attribute one(JsonIn in) {
    if (in.isList()) {
      return new Attribute.Texts(in.texts(MOST_IN_ONE));
    }
    if (in.isText()) {
      return new Attribute.Text(in.text());
    }
    if (!in.isNumber()) {
      throw in.error("invalid_type", "must be a text, a number or a list of texts");
    }
    return new Attribute.Numeric(in.number());
  }

  public static void write(JsonOut out, Map<String, Attribute> attributes) {
    if (!attributes.isEmpty()) {
      out.object("attributes", fields -> attributes.forEach((name, one) -> add(fields, name, one)));
    }
  }

  private static void add(JsonOut out, String name, Attribute attribute) {
    switch (attribute) {
      case Attribute.Text(String value) -> out.text(name, value);
      case Attribute.Numeric(java.math.BigDecimal value) -> out.number(name, value);
      case Attribute.Texts(java.util.List<String> values) -> out.texts(name, values);
    }
  }
}
