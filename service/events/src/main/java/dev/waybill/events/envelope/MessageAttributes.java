package dev.waybill.events.envelope;

import dev.waybill.WaybillException;
import dev.waybill.base.Decimals;
import dev.waybill.base.Text;
import dev.waybill.topic.Attribute;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Attributes in the form of SNS: a `Type`, and a `Value` that is always a string.
public final class MessageAttributes {

  private static final String AT = "/MessageAttributes";
  private static final String ARRAY = "String.Array";

  private MessageAttributes() {}

  static Map<String, Attribute> read(ObjectNode tree) {
    Map<String, Attribute> attributes = LinkedHashMap.newLinkedHashMap(tree.size());
    ObjectFields all = new ObjectFields(tree, AT, "a notification");
    for (String name : tree.propertyNames()) {
      attributes.put(name, attribute(all.object(name)));
    }
    return attributes;
  }

  static void write(ObjectNode tree, Map<String, Attribute> attributes) {
    attributes.forEach(
        (name, attribute) ->
            tree.putObject(name)
                .put("Type", typeOf(attribute))
                .put("Value", AttributeJson.text(attribute)));
  }

  private static Attribute attribute(ObjectFields fields) {
    String type = fields.text("Type");
    String value = fields.optionalText("Value");
    if (value == null) {
      throw fields.missing("Value", "a string");
    }
    return read(type, value, fields.pointer());
  }

  /// The attribute of a message in a queue of SQS or a topic of SNS. A custom label after the type,
  /// as in `Number.int`, is ignored.
  ///
  /// @param value of a binary attribute in base64
  public static Attribute of(String name, String type, String value) {
    String plain = type.equals(ARRAY) ? type : type.split("\\.", 2)[0];
    return read(plain, value, AT + StrictJson.step(name));
  }

  private static Attribute read(String type, String value, String pointer) {
    String at = pointer + "/Value";
    return switch (type) {
      case "String" -> new Attribute.Text(value);
      case "Number" -> decimal(value, at);
      case ARRAY -> items(value, at);
      case "Binary" -> new Attribute.Binary(value);
      default ->
          throw Invalid.at(
              pointer + "/Type",
              "must be String, Number, String.Array or Binary; it is " + Text.quote(type));
    };
  }

  private static Attribute decimal(String value, String pointer) {
    return Decimals.parse(value)
        .<Attribute>map(Attribute.Numeric::new)
        .orElseThrow(
            () ->
                Invalid.at(
                    pointer,
                    "must be a number of at most %d digits in a string; it is %s"
                        .formatted(Decimals.MAX_DIGITS, Text.quote(value))));
  }

  private static Attribute items(String value, String pointer) {
    JsonNode array = json(value, pointer);
    Invalid.check(array.isArray(), pointer, "must be a JSON array in a string");
    List<Attribute.Single> values = new ArrayList<>();
    for (JsonNode item : array) {
      Attribute.Single single = AttributeJson.single(item);
      if (single == null) {
        throw Invalid.at(pointer, "must be an array of strings, numbers, booleans and nulls");
      }
      values.add(single);
    }
    return new Attribute.Many(values);
  }

  private static JsonNode json(String value, String pointer) {
    try {
      return StrictJson.value(value.getBytes(StandardCharsets.UTF_8));
    } catch (WaybillException refusal) {
      throw Invalid.inside(pointer, refusal);
    }
  }

  /// The value as text: a list as a JSON array, bytes in base64.
  public static String textOf(Attribute attribute) {
    return AttributeJson.text(attribute);
  }

  public static String typeOf(Attribute attribute) {
    return switch (attribute) {
      case Attribute.Text _, Attribute.Flag _, Attribute.Null _ -> "String";
      case Attribute.Numeric _ -> "Number";
      case Attribute.Many _ -> ARRAY;
      case Attribute.Binary _ -> "Binary";
    };
  }
}
