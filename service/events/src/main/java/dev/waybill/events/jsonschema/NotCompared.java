package dev.waybill.events.jsonschema;

import dev.waybill.events.pattern.StepBudget;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The keywords that are not compared by their meaning, only by whether they are the same.
final class NotCompared {

  /// A writer that has more of these only writes less.
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

  /// What these mean depends on their neighbours, so they must be the same on both sides.
  private static final Set<String> ENTANGLED =
      Set.of("patternProperties", "prefixItems", "unevaluatedItems", "unevaluatedProperties");

  private NotCompared() {}

  /// The keywords that keep the two from being compared.
  static List<String> in(
      JsonNode writer, Refs writers, JsonNode reader, Refs readers, StepBudget steps) {
    return java.util.stream.Stream.concat(
            NARROWING.stream().filter(reader::has), ENTANGLED.stream())
        .filter(keyword -> differs(keyword, writer, writers, reader, readers, steps))
        .sorted()
        .toList();
  }

  /// The schema without them.
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
