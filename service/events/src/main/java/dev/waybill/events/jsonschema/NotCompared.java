package dev.waybill.events.jsonschema;

import dev.waybill.events.pattern.StepBudget;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Keywords that are compared only for equality, not by their meaning.
final class NotCompared {

  /// Additional ones only restrict the writer.
  private static final Set<String> NARROWING =
      Set.of(
          "anyOf",
          "oneOf",
          "not",
          "if",
          "then",
          "else",
          "contains",
          "minContains",
          "maxContains",
          "propertyNames",
          "dependentRequired",
          "dependentSchemas");

  /// Their meaning depends on other keywords, so they must be equal on both sides.
  private static final Set<String> ENTANGLED =
      Set.of("patternProperties", "prefixItems", "unevaluatedItems", "unevaluatedProperties");

  private NotCompared() {}

  /// The keywords that prevent the comparison.
  static List<String> in(
      JsonNode writer, Refs writers, JsonNode reader, Refs readers, StepBudget steps) {
    return java.util.stream.Stream.concat(
            NARROWING.stream().filter(reader::has), ENTANGLED.stream())
        .filter(keyword -> differs(keyword, writer, writers, reader, readers, steps))
        .sorted()
        .toList();
  }

  /// The schema without these keywords.
  static JsonNode without(JsonNode schema, StepBudget steps) {
    steps.take(schema.size());
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    copy.setAll((ObjectNode) schema);
    copy.remove(NARROWING);
    copy.remove(ENTANGLED);
    return copy;
  }

  private static boolean differs(
      String keyword,
      JsonNode writer,
      Refs writers,
      JsonNode reader,
      Refs readers,
      StepBudget steps) {
    JsonNode a = writer.path(keyword);
    JsonNode b = reader.path(keyword);
    if (ENTANGLED.contains(keyword)) {
      return !(a.isMissingNode() && b.isMissingNode());
    }
    return !Refs.same(Refs.alone(keyword, a), writers, Refs.alone(keyword, b), readers, steps);
  }
}
