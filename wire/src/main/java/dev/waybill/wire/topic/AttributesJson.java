package dev.waybill.wire.topic;

import dev.waybill.topic.Attribute;
import dev.waybill.wire.json.Codec;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.JsonIn;
import dev.waybill.wire.json.JsonOut;
import dev.waybill.wire.json.Shape;
import dev.waybill.wire.json.Slot;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Attributes of an event by name: texts, numbers, booleans and lists of these and nulls; bytes as
/// an object with the field `base64`.
public final class AttributesJson {

  private static final int MOST = 100;

  private static final Fields<Attribute.Binary> BYTES =
      Fields.of("BinaryAttribute", "Bytes, which filters ignore.");
  private static final Slot.Of<String> BASE64 =
      BYTES.text("base64", Attribute.Binary::base64, "The bytes in base64.");
  private static final Document<Attribute.Binary> BINARY =
      BYTES.make(in -> new Attribute.Binary(in.get(BASE64)));

  private static final Codec<List<Attribute.Single>> MANY = Codecs.list(new One(), MOST);

  public static final Codec<Map<String, Attribute>> CODEC = Codecs.map(new Any(), MOST);

  private AttributesJson() {}

  /// Declares the field for the attributes of an event.
  public static <T> Slot.Of<Map<String, Attribute>> field(
      Fields<T> fields, Function<T, Map<String, Attribute>> getter) {
    return fields.or(
        Map.of(),
        "attributes",
        CODEC,
        event -> {
          Map<String, Attribute> attributes = getter.apply(event);
          return attributes.isEmpty() ? null : attributes;
        },
        "Each is a text, a number, a boolean or a list of these; filter policies test them.");
  }

  private static final class One implements Codec<Attribute.Single> {

    @Override
    public Shape.Kind kind() {
      return Shape.Scalar.ANY;
    }

    @Override
    public Attribute.Single read(JsonIn in) {
      if (in.isText()) {
        return new Attribute.Text(in.text());
      }
      if (in.isNumber()) {
        return new Attribute.Numeric(in.number());
      }
      return in.isNull() ? new Attribute.Null() : new Attribute.Flag(in.flag());
    }

    @Override
    public void write(JsonOut out, Attribute.Single attribute) {
      switch (attribute) {
        case Attribute.Text(var value) -> out.text(value);
        case Attribute.Numeric(var value) -> out.number(value);
        case Attribute.Flag(var value) -> out.flag(value);
        case Attribute.Null() -> out.none();
      }
    }
  }

  private static final class Any implements Codec<Attribute> {

    private static final One ONE = new One();

    @Override
    public Shape.Kind kind() {
      return Shape.Scalar.ANY;
    }

    @Override
    public Attribute read(JsonIn in) {
      if (in.isList()) {
        return new Attribute.Many(MANY.read(in));
      }
      if (in.isNull()) {
        throw in.error("invalid_type", "must be a text, a number, a boolean or a list of these");
      }
      return in.isObject() ? BINARY.read(in) : ONE.read(in);
    }

    @Override
    public void write(JsonOut out, Attribute attribute) {
      switch (attribute) {
        case Attribute.Single one -> ONE.write(out, one);
        case Attribute.Many(var values) -> MANY.write(out, values);
        case Attribute.Binary bytes -> BINARY.write(out, bytes);
      }
    }
  }
}
