package dev.waybill.events.jsonschema;

import dev.waybill.base.Text;
import dev.waybill.events.pattern.StepBudget;
import dev.waybill.topic.Schema.Compatibility;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Whether a reader's schema accepts everything that a writer's schema accepts.
public final class Containment {

  private static final int MAX_COMPARISONS = 20_000;
  private static final int MAX_REASONS = 100;

  private final Refs writers;
  private final Refs readers;
  private final Compatibility direction;
  private final List<Incompatibility> reasons = new ArrayList<>();
  private final IdentityHashMap<JsonNode, JsonNode> withoutRefs = new IdentityHashMap<>();
  private final StepBudget steps;
  private Set<Pair> assumed = new HashSet<>();
  private int comparisons;
  private int depth;

  private Containment(Refs writers, Refs readers, Compatibility direction, StepBudget steps) {
    this.writers = writers;
    this.readers = readers;
    this.direction = direction;
    this.steps = steps;
  }

  public static List<Incompatibility> reasons(
      Refs writers, Refs readers, Compatibility direction, StepBudget steps) {
    Containment containment = new Containment(writers, readers, direction, steps);
    containment.compare("", writers.root(), readers.root());
    return containment.reasons.stream().distinct().limit(MAX_REASONS).toList();
  }

  StepBudget steps() {
    return steps;
  }

  /// Adds a reason for every value that the writer may write here and the reader refuses.
  void compare(String at, JsonNode writer, JsonNode reader) {
    steps.takeAt(++depth);
    compareHere(at, writer, reader);
    depth--;
  }

  private void compareHere(String at, JsonNode writer, JsonNode reader) {
    if (++comparisons > MAX_COMPARISONS || reasons.size() > MAX_REASONS) {
      unjudged(at, "is part of schemas that are too large to compare");
    } else if (Refs.same(writer, writers, reader, readers, steps) || acceptsAll(reader)) {
      return;
    } else if (reader.isBoolean()) {
      broken(at, "is never accepted by {reader}");
    } else if (!writer.isBoolean() || writer.booleanValue()) {
      compareRules(at, writer, reader);
    }
  }

  /// Replaces `{reader}` and `{writer}` in the message by the schemas they stand for.
  void broken(String at, String message) {
    boolean backward = direction == Compatibility.BACKWARD;
    String words =
        message
            .replace("{reader}", backward ? "the new schema" : "the old schema")
            .replace("{writer}", backward ? "the old one" : "the new one");
    reasons.add(new Incompatibility(direction, at, words, true));
  }

  void unjudged(String at, String message) {
    reasons.add(new Incompatibility(direction, at, message + ": cannot be compared", false));
  }

  private static boolean acceptsAll(JsonNode schema) {
    return schema.isBoolean()
        ? schema.booleanValue()
        : schema.propertyNames().stream().allMatch(Keywords::forbidsNothing);
  }

  private void compareRules(String at, JsonNode writer, JsonNode reader) {
    if (!readers.targets(reader).isEmpty() || reader.has("allOf")) {
      compareEachPart(at, writer, reader);
    } else if (!writers.targets(writer).isEmpty()) {
      compareReferred(at, writer, reader);
    } else {
      comparePlain(at, writer, reader);
    }
  }

  /// The reader has several parts; the writer must satisfy each.
  private void compareEachPart(String at, JsonNode writer, JsonNode reader) {
    if (assumed.add(new Pair(reader, writer))) {
      readers.targets(reader).forEach(target -> compare(at, writer, target));
    }
    for (JsonNode part : reader.path("allOf")) {
      compare(at, writer, part);
    }
    compare(at, writer, rest(reader, true));
  }

  /// The writer has several parts; it is enough if one of them satisfies the reader.
  private void compareReferred(String at, JsonNode writer, JsonNode reader) {
    if (!assumed.add(new Pair(writer, reader))) {
      return;
    }
    steps.take(assumed.size());
    Set<Pair> assumedBefore = new HashSet<>(assumed);
    JsonNode rest = rest(writer, false);
    List<JsonNode> options = new ArrayList<>(writers.targets(writer));
    if (!acceptsAll(rest)) {
      options.add(rest);
    }
    int before = reasons.size();
    for (JsonNode option : options) {
      reasons.subList(before, reasons.size()).clear();
      assumed = new HashSet<>(assumedBefore);
      compare(at, option, reader);
      if (reasons.size() == before) {
        return;
      }
    }
  }

  /// The schema without its references; the same instance each time, so that cycles are detected.
  private JsonNode rest(JsonNode schema, boolean withoutAllOf) {
    return withoutRefs.computeIfAbsent(
        schema,
        whole -> {
          ObjectNode rest = JsonNodeFactory.instance.objectNode();
          rest.setAll((ObjectNode) whole);
          rest.remove(Refs.KEYWORDS);
          return withoutAllOf ? rest.without("allOf") : rest;
        });
  }

  /// Two schemas that are compared, by identity.
  private record Pair(JsonNode one, JsonNode other) {

    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(@Nullable Object object) {
      return object instanceof Pair(JsonNode a, JsonNode b) && a == one && b == other;
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(one) + System.identityHashCode(other);
    }
  }

  private void comparePlain(String at, JsonNode writer, JsonNode reader) {
    for (String keyword : NotCompared.in(writer, writers, reader, readers, steps)) {
      unjudged(at, "has other rules under " + keyword);
    }
    List<JsonNode> values = FewValues.of(writer);
    if (values != null) {
      compareValues(at, values, reader);
    } else if (reader.has("enum") || reader.has("const")) {
      broken(
          at,
          "may only be "
              + FewValues.words(reader)
              + " for {reader}, and anything else for {writer}");
    } else {
      compareTypes(at, writer, reader);
    }
  }

  private void compareValues(String at, List<JsonNode> values, JsonNode reader) {
    SchemaNode accepts =
        new SchemaCompiler(readers, steps).compile(NotCompared.without(reader, steps));
    for (JsonNode value : values) {
      if (!accepts.accepts(value, Run.quick(steps, false))) {
        broken(
            at,
            "may be "
                + Text.storable(value.toString(), 100)
                + " for {writer}, which {reader} does not accept");
      }
    }
  }

  private void compareTypes(String at, JsonNode writer, JsonNode reader) {
    Set<String> accepted = Types.of(reader);
    for (String type : Types.of(writer)) {
      if (!accepted.contains(type)) {
        broken(at, "may be of type " + type + " for {writer}, which {reader} does not accept");
      } else if (type.equals("object")) {
        new ObjectContainment(this, writer, reader).compare(at);
      } else {
        ValueContainment.compare(this, at, type, writer, reader);
      }
    }
  }
}
