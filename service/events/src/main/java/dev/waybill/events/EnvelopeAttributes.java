package dev.waybill.events;

import dev.waybill.events.envelope.Attribute;
import java.math.BigDecimal;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Attributes that producers give beside an event, as envelopes have them.
final class EnvelopeAttributes {

  private EnvelopeAttributes() {}

  static Attribute of(dev.waybill.topic.Attribute attribute) {
    return switch (attribute) {
      case dev.waybill.topic.Attribute.Text(String value) -> Attribute.of(value);
      case dev.waybill.topic.Attribute.Numeric(BigDecimal value) ->
          new Attribute.Decimal(value.toString(), value);
      case dev.waybill.topic.Attribute.Texts(List<String> values) -> items(values);
    };
  }

  private static Attribute items(List<String> values) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    List<JsonNode> texts = values.stream().<JsonNode>map(nodes::stringNode).toList();
    return new Attribute.Items(nodes.arrayNode().addAll(texts).toString(), texts);
  }
}
