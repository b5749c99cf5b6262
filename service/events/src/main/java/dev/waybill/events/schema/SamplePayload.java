package dev.waybill.events.schema;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.events.jsonschema.CompiledSchema;
import dev.waybill.events.jsonschema.CountCheck;
import dev.waybill.events.jsonschema.Refs;
import dev.waybill.events.jsonschema.Side;
import dev.waybill.events.pattern.StepBudget;
import dev.waybill.topic.Violation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Generates a valid event from its schema, always the same one.
public final class SamplePayload {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int MAX_ITEMS = 100;

  private static final int STEPS_PER_VALUE = 500;

  private final Refs refs;
  private final StepBudget steps;
  private final Set<String> following = new HashSet<>();
  private int depth;

  private SamplePayload(Refs refs, StepBudget steps) {
    this.refs = refs;
    this.steps = steps;
  }

  /// A valid event with as many fields as possible, from `examples`, `default`, `const`, `enum`,
  /// and otherwise from type and format. Throws [Code#INVALID_ARGUMENT] if an example is needed and
  /// missing.
  public static JsonNode of(EventSchema schema) {
    StepBudget steps = StepBudget.forRequest();
    return of(schema.name(), CompiledSchema.of(schema.text(), steps), steps);
  }

  static JsonNode of(String name, CompiledSchema compiled, StepBudget steps) {
    JsonNode tree = compiled.tree();
    JsonNode sample = new SamplePayload(Refs.of(tree, steps), steps).make(tree);
    List<Violation> violations = compiled.validate(sample, Side.PUBLISH, steps);
    if (!violations.isEmpty()) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "cannot generate a sample of %s: %s; add examples to the schema there"
              .formatted(name, violations.getFirst()));
    }
    return sample;
  }

  private JsonNode make(JsonNode schema) {
    steps.take(STEPS_PER_VALUE);
    steps.takeAt(++depth);
    JsonNode made = makeHere(schema);
    depth--;
    return made;
  }

  private JsonNode makeHere(JsonNode schema) {
    JsonNode given = given(schema);
    if (given != null) {
      steps.take(given.toString().length());
      return given.deepCopy();
    }
    JsonNode made = made(schema);
    return made instanceof ObjectNode object ? withParts(object, schema) : fromPart(schema, made);
  }

  private static @Nullable JsonNode given(JsonNode schema) {
    for (String list : List.of("examples", "enum")) {
      if (schema.path(list).isArray() && !schema.path(list).isEmpty()) {
        return schema.path(list).get(0);
      }
    }
    return schema.has("const") ? schema.get("const") : schema.get("default");
  }

  private JsonNode made(JsonNode schema) {
    for (String keyword : Refs.KEYWORDS) {
      if (schema.path(keyword).isString()) {
        return followed(schema.path(keyword).stringValue());
      }
    }
    return switch (SampleType.of(schema)) {
      case OBJECT -> object(schema);
      case ARRAY -> array(schema);
      case STRING -> StringNode.valueOf(SampleText.of(schema, steps));
      case INTEGER -> SampleNumber.whole(schema);
      case NUMBER -> SampleNumber.any(schema);
      case BOOLEAN -> JSON.booleanNode(true);
      case NULL -> NullNode.instance;
    };
  }

  private JsonNode followed(String ref) {
    JsonNode target = refs.target(ref);
    if (target == null || !following.add(ref)) {
      return NullNode.instance;
    }
    JsonNode made = make(target);
    following.remove(ref);
    return made;
  }

  private JsonNode object(JsonNode schema) {
    ObjectNode object = JSON.objectNode();
    for (var entry : schema.path("properties").properties()) {
      if (isRequired(schema, entry.getKey()) || !isRunning(entry.getValue())) {
        object.set(entry.getKey(), make(entry.getValue()));
      }
    }
    for (JsonNode name : schema.path("required")) {
      if (!object.has(name.asString(""))) {
        object.set(name.asString(""), make(schema.path("additionalProperties")));
      }
    }
    return object;
  }

  /// Whether a field leads into a schema that is being generated; it is omitted, or the sample
  /// would never end.
  private boolean isRunning(JsonNode field) {
    boolean never = field.isBoolean() && !field.booleanValue();
    return never
        || Refs.mentioned(field, steps).stream()
            .anyMatch(ref -> following.contains(ref) || ref.equals("#"));
  }

  private static boolean isRequired(JsonNode schema, String name) {
    return schema.path("required").valueStream().anyMatch(one -> one.asString("").equals(name));
  }

  private JsonNode array(JsonNode schema) {
    ArrayNode array = JSON.arrayNode();
    schema.path("prefixItems").forEach(item -> array.add(make(item)));
    JsonNode item = schema.has("items") ? schema.path("items") : schema.path("contains");
    int least = Math.min(CountCheck.count(schema.get("minItems"), 0), MAX_ITEMS);
    boolean one = array.isEmpty() && item.isObject() && !isRunning(item) && least == 0;
    for (int i = array.size(); i < (one ? 1 : least); i++) {
      array.add(make(item));
    }
    return array;
  }

  /// Adds the parts that other schemas contribute to an object.
  private JsonNode withParts(ObjectNode object, JsonNode schema) {
    schema.path("allOf").forEach(part -> merge(object, part));
    for (String keyword : List.of("anyOf", "oneOf")) {
      if (schema.path(keyword).size() > 0) {
        merge(object, schema.path(keyword).get(0));
      }
    }
    if (!refs.targets(schema).isEmpty()) {
      merge(object, schemaOnly(schema));
    }
    return object;
  }

  private static JsonNode schemaOnly(JsonNode schema) {
    ObjectNode copy = JSON.objectNode();
    copy.setAll((ObjectNode) schema);
    copy.remove(Refs.KEYWORDS);
    return copy;
  }

  private void merge(ObjectNode object, JsonNode part) {
    if (part.isObject() && make(part) instanceof ObjectNode more) {
      more.properties().forEach(field -> object.set(field.getKey(), field.getValue()));
    }
  }

  private JsonNode fromPart(JsonNode schema, JsonNode otherwise) {
    for (String keyword : List.of("allOf", "anyOf", "oneOf")) {
      if (!schema.has("type") && schema.path(keyword).size() > 0) {
        return make(schema.path(keyword).get(0));
      }
    }
    return otherwise;
  }
}
