package dev.waybill.events.envelope;

import dev.waybill.Decimals;
import dev.waybill.Text;
import dev.waybill.WaybillException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Attributes in the form of SNS: a `Type`, and a `Value` that is always a string.
final class MessageAttributes {

  private static final String AT = "/MessageAttributes";

  private MessageAttributes() {}

  static Map<String, EnvelopeAttribute> read(ObjectNode tree) {
    Map<String, EnvelopeAttribute> attributes = LinkedHashMap.newLinkedHashMap(tree.size());
    Fields all = new Fields(tree, AT, "a notification");
    for (String name : tree.propertyNames()) {
      attributes.put(name, attribute(all.object(name)));
    }
    return attributes;
  }

  static void write(ObjectNode tree, Map<String, EnvelopeAttribute> attributes) {
    attributes.forEach(
        (name, attribute) ->
            tree.putObject(name).put("Type", typeOf(attribute)).put("Value", attribute.text()));
  }

  private static EnvelopeAttribute attribute(Fields fields) {
    String type = fields.text("Type");
    String value = fields.optionalText("Value");
    if (value == null) {
      throw fields.missing("Value", "a string");
    }
    return switch (type) {
      case "String" -> new EnvelopeAttribute.Text(value);
      case "Number" -> decimal(value, fields.at("Value"));
      case "String.Array" -> items(value, fields.at("Value"));
      case "Binary" -> new EnvelopeAttribute.Binary(value);
      default ->
          throw Invalid.at(
              fields.at("Type"),
              "must be String, Number, String.Array or Binary; it is " + Text.quote(type));
    };
  }

  private static EnvelopeAttribute decimal(String value, String pointer) {
    return Decimals.parse(value)
        .map(number -> new EnvelopeAttribute.Decimal(value, number))
        .orElseThrow(
            () ->
                Invalid.at(
                    pointer,
                    "must be a number of at most %d digits in a string; it is %s"
                        .formatted(Decimals.MAX_DIGITS, Text.quote(value))));
  }

  private static EnvelopeAttribute items(String value, String pointer) {
    JsonNode array = json(value, pointer);
    Invalid.check(array.isArray(), pointer, "must be a JSON array in a string");
    for (JsonNode item : array) {
      Invalid.check(
          item.isValueNode(), pointer, "must be an array of strings, numbers, booleans and nulls");
    }
    return new EnvelopeAttribute.Items(value);
  }

  private static JsonNode json(String value, String pointer) {
    try {
      return StrictJson.value(value.getBytes(StandardCharsets.UTF_8));
    } catch (WaybillException refusal) {
      throw Invalid.inside(pointer, refusal);
    }
  }

  private static String typeOf(EnvelopeAttribute attribute) {
    return switch (attribute) {
      case EnvelopeAttribute.Text text -> "String";
      case EnvelopeAttribute.Flag flag -> "String";
      case EnvelopeAttribute.Decimal number -> "Number";
      case EnvelopeAttribute.Items items -> "String.Array";
      case EnvelopeAttribute.Binary bytes -> "Binary";
    };
  }
}
