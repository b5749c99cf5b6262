package dev.waybill.events.jsonschema;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Generates small schemas, changes to them, and events that match or nearly match.
///
/// Schemas name only the fields p, q and r; unknown fields of events are called u.
final class RandomSchemas {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final List<String> NAMES = List.of("p", "q", "r");
  private static final List<String> TYPES =
      List.of("string", "integer", "number", "boolean", "null", "object", "array");
  private static final List<String> TEXTS =
      List.of("", "a", "b", "ab", "abc", "2025-10-21T14:30:00Z", "2025-10-21");

  private final Random random;

  RandomSchemas(long seed) {
    this.random = new Random(seed);
  }

  /// A schema with one definition that its parts may refer to.
  ObjectNode schema() {
    ObjectNode schema = part(3);
    if (random.nextInt(4) == 0) {
      schema.putObject("$defs").set("d", part(1));
      schema.putObject("properties").putObject("p").put("$ref", "#/$defs/d");
    }
    return schema;
  }

  /// The schema with one to three random changes.
  ObjectNode changed(ObjectNode schema) {
    ObjectNode copy = schema.deepCopy();
    for (int i = random.nextInt(3); i >= 0; i--) {
      List<ObjectNode> parts = new ArrayList<>();
      SubSchemas.walk(
          copy,
          dev.waybill.events.pattern.StepBudget.forRequest(),
          (pointer, inner) -> {
            if (inner instanceof ObjectNode object && !object.has("$ref")) {
              parts.add(object);
            }
          });
      change(pick(parts));
    }
    return copy;
  }

  private void change(ObjectNode part) {
    List<String> keywords = new ArrayList<>(part.propertyNames());
    keywords.remove("$defs");
    switch (random.nextInt(4)) {
      case 0 -> part.remove(keywords.isEmpty() ? "" : pick(keywords));
      case 1 -> addRule(part, part.path("type").asString("object"), 1);
      case 2 -> part.put("type", pick(TYPES));
      default -> addRule(part, pick(TYPES), 1);
    }
  }

  private ObjectNode part(int depth) {
    ObjectNode part = JSON.objectNode();
    int kind = random.nextInt(12);
    if (kind == 0) {
      return part;
    }
    if (kind == 1) {
      part.set("enum", JSON.arrayNode().add(value(1)).add(value(1)));
      return part;
    }
    if (kind == 2) {
      part.set("const", value(1));
      return part;
    }
    String type = depth == 3 ? "object" : pick(TYPES);
    if (kind == 3 && !type.equals("null")) {
      part.putArray("type").add(type).add("null");
    } else {
      part.put("type", type);
    }
    for (int rules = random.nextInt(4); rules >= 0; rules--) {
      addRule(part, type, depth - 1);
    }
    return part;
  }

  private void addRule(ObjectNode part, String type, int depth) {
    switch (type) {
      case "string" -> addTextRule(part);
      case "integer", "number" -> addNumberRule(part);
      case "array" -> addListRule(part, depth);
      case "object" -> addObjectRule(part, depth);
      default -> addOddRule(part, depth);
    }
  }

  private void addTextRule(ObjectNode part) {
    switch (random.nextInt(4)) {
      case 0 -> part.put("minLength", random.nextInt(3));
      case 1 -> part.put("maxLength", random.nextInt(4));
      case 2 -> part.put("pattern", pick(List.of("^a", "b$", "^[ab]*$")));
      default -> part.put("format", pick(List.of("date-time", "date")));
    }
  }

  private void addNumberRule(ObjectNode part) {
    String bound = pick(List.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"));
    if (random.nextInt(5) == 0) {
      part.put("multipleOf", 1 + random.nextInt(3));
    } else {
      part.put(bound, random.nextInt(7) - 3);
    }
  }

  private void addListRule(ObjectNode part, int depth) {
    switch (random.nextInt(4)) {
      case 0 -> part.put("minItems", random.nextInt(3));
      case 1 -> part.put("maxItems", random.nextInt(3));
      case 2 -> part.put("uniqueItems", random.nextBoolean());
      default -> part.set("items", inner(depth));
    }
  }

  private void addObjectRule(ObjectNode part, int depth) {
    switch (random.nextInt(8)) {
      case 0 -> part.putArray("required").add(pick(NAMES));
      case 1 -> part.put("additionalProperties", random.nextBoolean());
      case 2 -> part.set("additionalProperties", inner(depth));
      case 3 -> part.put("minProperties", random.nextInt(3));
      case 4 -> part.put("maxProperties", random.nextInt(3));
      default -> fields(part).set(pick(NAMES), inner(depth));
    }
  }

  private ObjectNode fields(ObjectNode part) {
    return part.get("properties") instanceof ObjectNode known
        ? known
        : part.putObject("properties");
  }

  private void addOddRule(ObjectNode part, int depth) {
    switch (random.nextInt(4)) {
      case 0 -> part.putArray("anyOf").add(inner(depth)).add(inner(depth));
      case 1 -> part.putArray("allOf").add(inner(depth));
      case 2 -> part.set("not", inner(depth));
      default -> part.put("title", "odd");
    }
  }

  private JsonNode inner(int depth) {
    return depth <= 0 ? JSON.objectNode().put("type", pick(TYPES)) : part(depth);
  }

  /// An event that probably matches the schema.
  JsonNode event(JsonNode schema, JsonNode root) {
    if (schema.has("$ref")) {
      return event(root.path("$defs").path("d"), root);
    }
    if (schema.has("const") || schema.has("enum")) {
      return schema.has("const") ? schema.get("const") : schema.get("enum").get(random.nextInt(2));
    }
    JsonNode type = schema.path("type");
    String name = type.isArray() ? type.get(random.nextInt(2)).asString() : type.asString("");
    return switch (name) {
      case "object" -> object(schema, root);
      case "array" -> array(schema, root);
      case "string" -> JSON.stringNode(pick(TEXTS));
      case "integer" -> JSON.numberNode(random.nextInt(9) - 4);
      case "number" -> JSON.numberNode((random.nextInt(18) - 8) / 2.0);
      case "boolean" -> JSON.booleanNode(random.nextBoolean());
      case "null" -> JSON.nullNode();
      default -> random.nextBoolean() ? object(schema, root) : value(2);
    };
  }

  private ObjectNode object(JsonNode schema, JsonNode root) {
    ObjectNode object = JSON.objectNode();
    for (var field : schema.path("properties").properties()) {
      if (random.nextInt(3) > 0) {
        object.set(field.getKey(), event(field.getValue(), root));
      }
    }
    for (JsonNode name : schema.path("required")) {
      if (!object.has(name.asString())) {
        JsonNode field = schema.path("properties").path(name.asString());
        object.set(name.asString(), event(field, root));
      }
    }
    if (random.nextInt(3) == 0) {
      object.set(
          "u", random.nextBoolean() ? event(schema.path("additionalProperties"), root) : value(1));
    }
    return object;
  }

  private ArrayNode array(JsonNode schema, JsonNode root) {
    ArrayNode array = JSON.arrayNode();
    for (int i = random.nextInt(3); i > 0; i--) {
      array.add(event(schema.path("items"), root));
    }
    return array;
  }

  /// Any value; its objects have only unknown fields.
  JsonNode value(int depth) {
    return switch (random.nextInt(depth > 0 ? 7 : 5)) {
      case 0 -> JSON.stringNode(pick(TEXTS));
      case 1 -> JSON.numberNode(random.nextInt(9) - 4);
      case 2 -> JSON.numberNode((random.nextInt(18) - 8) / 2.0);
      case 3 -> JSON.booleanNode(random.nextBoolean());
      case 4 -> JSON.nullNode();
      case 5 -> JSON.arrayNode().add(value(depth - 1));
      default -> JSON.objectNode().set("u", value(depth - 1));
    };
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
