package dev.waybill.events.envelope;

import dev.waybill.topic.Attribute;
import dev.waybill.topic.Attribute.Single;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Converts attributes to and from JSON values and text.
public final class AttributeJson {

  private static final JsonNodeFactory NODES = StrictJson.MAPPER.getNodeFactory();

  private AttributeJson() {}

  /// The value of a leaf; null for objects, arrays and numbers that are too large.
  public static @Nullable Single single(JsonNode node) {
    if (node.isString()) {
      return new Attribute.Text(node.stringValue());
    }
    if (node.isNumber()) {
      return node.decimalValueOpt().map(Attribute.Numeric::new).orElse(null);
    }
    if (node.isBoolean()) {
      return new Attribute.Flag(node.booleanValue());
    }
    return node.isNull() ? new Attribute.Null() : null;
  }

  /// The text of an attribute, or null.
  public static @Nullable String textOrNull(@Nullable Attribute attribute) {
    return attribute == null ? null : text(attribute);
  }

  /// The text of an attribute: a list as a JSON array, bytes in base64.
  static String text(Attribute attribute) {
    return switch (attribute) {
      case Attribute.Text(var value) -> value;
      case Attribute.Numeric(var value) -> value.toString();
      case Attribute.Flag(var value) -> Boolean.toString(value);
      case Attribute.Null() -> "null";
      case Attribute.Many(var values) -> array(values).toString();
      case Attribute.Binary(var base64) -> base64;
    };
  }

  static JsonNode tree(Attribute attribute) {
    return switch (attribute) {
      case Attribute.Text(var value) -> NODES.stringNode(value);
      case Attribute.Numeric(var value) -> NODES.numberNode(value);
      case Attribute.Flag(var value) -> NODES.booleanNode(value);
      case Attribute.Null() -> NODES.nullNode();
      case Attribute.Many(var values) -> array(values);
      case Attribute.Binary(var base64) -> NODES.stringNode(base64);
    };
  }

  private static ArrayNode array(List<Single> values) {
    return NODES.arrayNode().addAll(values.stream().map(AttributeJson::tree).toList());
  }
}
