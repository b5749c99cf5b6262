package dev.waybill.events.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;

/// Whether everything that a writer's schema accepts is accepted by a reader's schema, too.
final class Containment {

  private static final int MAX_COMPARISONS = 20_000;
  private static final int MAX_REASONS = 100;

  private final JsonNode writers;
  private final JsonNode readers;
  private final CompatibilityMode direction;
  private final List<Incompatibility> reasons = new ArrayList<>();
  private final Set<String> assumed = new HashSet<>();
  private int comparisons;

  private Containment(JsonNode writers, JsonNode readers, CompatibilityMode direction) {
    this.writers = writers;
    this.readers = readers;
    this.direction = direction;
  }

  static List<Incompatibility> reasons(
      JsonNode writers, JsonNode readers, CompatibilityMode direction) {
    Containment containment = new Containment(writers, readers, direction);
    containment.compare("", writers, readers);
    return containment.reasons.stream().distinct().limit(MAX_REASONS).toList();
  }

  /// Adds a reason for whatever the writer may write here and the reader refuses.
  void compare(String at, JsonNode writer, JsonNode reader) {
    if (++comparisons > MAX_COMPARISONS || reasons.size() > MAX_REASONS) {
      unjudged(at, "is part of schemas too large to compare");
    } else if (Refs.same(writer, writers, reader, readers) || acceptsAll(reader)) {
      return;
    } else if (reader.isBoolean()) {
      broken(at, "is never accepted by {reader}");
    } else if (!writer.isBoolean() || writer.booleanValue()) {
      compareRules(at, writer, reader);
    }
  }

  /// `{reader}` and `{writer}` in the message become the schemas they stand for.
  void broken(String at, String message) {
    boolean backward = direction == CompatibilityMode.BACKWARD;
    String words =
        message
            .replace("{reader}", backward ? "the new schema" : "the old schema")
            .replace("{writer}", backward ? "the old one" : "the new one");
    reasons.add(new Incompatibility(direction, at, words, true));
  }

  void unjudged(String at, String message) {
    reasons.add(new Incompatibility(direction, at, message + ": this cannot be judged", false));
  }

  private static boolean acceptsAll(JsonNode schema) {
    return schema.isBoolean()
        ? schema.booleanValue()
        : schema.propertyNames().stream().allMatch(Keywords::forbidsNothing);
  }

  private void compareRules(String at, JsonNode writer, JsonNode reader) {
    if (reader.has("$ref") || reader.has("allOf")) {
      compareEachPart(at, writer, reader);
    } else if (writer.has("$ref")) {
      compareReferred(at, writer, reader);
    } else {
      comparePlain(at, writer, reader);
    }
  }

  /// The reader asks for several things at once; the writer must keep to each.
  private void compareEachPart(String at, JsonNode writer, JsonNode reader) {
    JsonNode target = target(readers, reader);
    if (target != null && assumed.add("r" + reader.get("$ref") + writer)) {
      compare(at, writer, target);
    }
    for (JsonNode part : reader.path("allOf")) {
      compare(at, writer, part);
    }
    ObjectNode rest = (ObjectNode) reader.deepCopy();
    rest.remove("$ref");
    rest.remove("allOf");
    compare(at, writer, rest);
  }

  /// The writer keeps to several things at once; it is enough if one of them will do.
  private void compareReferred(String at, JsonNode writer, JsonNode reader) {
    if (!assumed.add("w" + writer + reader)) {
      return;
    }
    ObjectNode rest = (ObjectNode) writer.deepCopy();
    rest.remove("$ref");
    int before = reasons.size();
    Set<String> assumedBefore = new HashSet<>(assumed);
    JsonNode target = target(writers, writer);
    compare(at, target == null ? BooleanNode.TRUE : target, reader);
    if (reasons.size() > before && !acceptsAll(rest)) {
      reasons.subList(before, reasons.size()).clear();
      assumed.retainAll(assumedBefore);
      compare(at, rest, reader);
    }
  }

  private void comparePlain(String at, JsonNode writer, JsonNode reader) {
    for (String keyword : NotCompared.in(writer, writers, reader, readers)) {
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
    QuickCheck accepts = QuickChecks.of(NotCompared.without(reader), readers);
    for (JsonNode value : values) {
      if (!accepts.surelyValid(value)) {
        broken(at, "may be " + value + " for {writer}, which {reader} does not accept");
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

  private static @Nullable JsonNode target(JsonNode root, JsonNode schema) {
    return schema.has("$ref") ? Refs.resolve(root, schema.path("$ref").asString("")) : null;
  }
}
