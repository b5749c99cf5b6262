package dev.waybill.events.jsonschema;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.NullNode;

/// Schemas that accept a short list of values.
final class FewValues {

  private FewValues() {}

  /// The values, or null if the schema does not list them.
  static @Nullable List<JsonNode> of(JsonNode schema) {
    if (schema.has("const")) {
      return List.of(schema.get("const"));
    }
    if (schema.has("enum")) {
      return schema.path("enum").valueStream().toList();
    }
    Set<String> types = Types.of(schema);
    if (!Set.of("boolean", "null").containsAll(types)) {
      return null;
    }
    List<JsonNode> values = new ArrayList<>();
    if (types.contains("boolean")) {
      values.addAll(List.of(BooleanNode.TRUE, BooleanNode.FALSE));
    }
    if (types.contains("null")) {
      values.add(NullNode.instance);
    }
    return values;
  }

  static String words(JsonNode schema) {
    List<JsonNode> values = of(schema);
    return values == null
        ? "listed"
        : values.stream().limit(20).map(JsonNode::toString).collect(Collectors.joining(", "));
  }
}
