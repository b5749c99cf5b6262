package dev.waybill.events.filter;

import static java.util.Objects.requireNonNull;

import dev.waybill.events.envelope.AttributeJson;
import dev.waybill.topic.Attribute;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Events for tests, written as JSON.
final class Events {

  private Events() {}

  /// The same keys and values as attributes and as a body.
  static Subject both(String json) {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field :
        requireNonNull(FilterJson.readOrNull(json)).properties()) {
      attributes.put(field.getKey(), attribute(field.getValue()));
    }
    return Subject.of(attributes, json);
  }

  private static Attribute attribute(JsonNode value) {
    return value.isArray()
        ? new Attribute.Many(value.valueStream().map(AttributeJson::single).toList())
        : requireNonNull(AttributeJson.single(value));
  }
}
