package dev.waybill.wire;

import dev.waybill.topic.Attribute;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Attributes of an event: texts, numbers and lists of texts under names.
public final class AttributesJson {

  private static final int MOST = 100;
  private static final Codec<List<String>> TEXTS = Codecs.list(Codecs.TEXT, 100);

  public static final Codec<Map<String, Attribute>> CODEC = Codecs.map(new One(), MOST);

  private AttributesJson() {}

  /// Declares the field of an event that has attributes.
  static <T> Slot.Of<Map<String, Attribute>> field(
      Fields<T> fields, Function<T, Map<String, Attribute>> getter) {
    return fields.or(
        Map.of(),
        "attributes",
        CODEC,
        event -> {
          Map<String, Attribute> attributes = getter.apply(event);
          return attributes.isEmpty() ? null : attributes;
        },
        "A text, a number or a list of texts each; filter policies look at them.");
  }

  private static final class One implements Codec<Attribute> {

    @Override
    public Shape.Kind kind() {
      return Shape.Scalar.ANY;
    }

    @Override
    public Attribute read(JsonIn in) {
      if (in.isList()) {
        return new Attribute.Texts(TEXTS.read(in));
      }
      if (in.isText()) {
        return new Attribute.Text(in.text());
      }
      if (!in.isNumber()) {
        throw in.error("invalid_type", "must be a text, a number or a list of texts");
      }
      return new Attribute.Numeric(in.number());
    }

    @Override
    public void write(JsonOut out, Attribute attribute) {
      switch (attribute) {
        case Attribute.Text(String value) -> out.text(value);
        case Attribute.Numeric(BigDecimal value) -> out.number(value);
        case Attribute.Texts(List<String> values) -> TEXTS.write(out, values);
      }
    }
  }
}
