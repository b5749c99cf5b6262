package dev.waybill.events.jsonschema;

import dev.waybill.base.Text;
import dev.waybill.events.jsonschema.Change.Kind;
import dev.waybill.events.pattern.StepBudget;
import dev.waybill.topic.Schema.Compatibility;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Finds the differences between two schemas, keyword by keyword.
public final class KeywordChanges {

  private static final int MAX_CHANGES = 500;
  private static final Set<String> HANDLED_APART =
      Set.of(
          "$ref",
          "$dynamicRef",
          "$defs",
          "definitions",
          "properties",
          "required",
          "items",
          "additionalProperties");

  /// Removing these may make the schema accept less, because others depend on them.
  private static final Set<String> DEPENDS_ON_OTHERS =
      Set.of(
          "patternProperties",
          "prefixItems",
          "unevaluatedItems",
          "unevaluatedProperties",
          "if",
          "minContains");

  private static final JsonNode ACCEPTS_ALL = JsonNodeFactory.instance.objectNode();

  private final Refs older;
  private final Refs newer;
  private final StepBudget steps;
  private final List<Change> found = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private int depth;

  private KeywordChanges(JsonNode older, JsonNode newer, StepBudget steps) {
    this.older = Refs.of(older, steps);
    this.newer = Refs.of(newer, steps);
    this.steps = steps;
  }

  public static List<Change> between(JsonNode older, JsonNode newer, StepBudget steps) {
    KeywordChanges changes = new KeywordChanges(older, newer, steps);
    changes.compare("", older, newer);
    return changes.found.stream().distinct().limit(MAX_CHANGES).toList();
  }

  private void compare(String at, JsonNode was, JsonNode is) {
    steps.takeAt(++depth);
    compareHere(at, was, is);
    depth--;
  }

  private void compareHere(String at, JsonNode was, JsonNode is) {
    JsonNode old = resolved(older, was);
    JsonNode young = resolved(newer, is);
    if (Refs.same(old, older, young, newer, steps)
        || found.size() > MAX_CHANGES
        || (!older.targets(was).isEmpty() && !seen.add(name(was) + " " + name(is)))) {
      return;
    }
    if (hasMoreThanARef(was) || hasMoreThanARef(is)) {
      add(Kind.STRUCTURE, at, "has other rules next to a $ref");
    }
    if (!old.isObject() || !young.isObject()) {
      add(Kind.STRUCTURE, at, "is a different schema");
      return;
    }
    names(old, young).forEach(keyword -> compareKeyword(at, keyword, old, young));
    new FieldChanges(old, young, this::compare, found, steps).compare(at);
    compareItems(at, old, young);
  }

  private void compareItems(String at, JsonNode old, JsonNode young) {
    JsonNode was = old.get("items");
    JsonNode is = young.get("items");
    if (was != null && is != null) {
      compare(Pointers.child(at, "*"), was, is);
    } else if (was != null) {
      add(Kind.RELAXED, at, "may have items of any kind now");
    } else if (is != null) {
      add(Kind.STRUCTURE, at, "may no longer have items of any kind");
    }
  }

  private void compareKeyword(String at, String keyword, JsonNode old, JsonNode young) {
    JsonNode was = old.get(keyword);
    JsonNode is = young.get(keyword);
    if (HANDLED_APART.contains(keyword)
        || (was != null && was.equals(is) && isPlain(keyword, was))) {
      return;
    }
    if (Keywords.forbidsNothing(keyword)) {
      add(Kind.DESCRIPTION, at, "has another " + keyword);
    } else if (is == null) {
      Kind kind = DEPENDS_ON_OTHERS.contains(keyword) ? Kind.STRUCTURE : Kind.RELAXED;
      add(kind, at, "no longer has the rule " + keyword + " " + shown(was));
    } else if (was == null) {
      add(Kind.STRUCTURE, at, "has a new rule " + keyword + " " + shown(is));
    } else if (!Refs.same(Refs.alone(keyword, was), older, Refs.alone(keyword, is), newer, steps)) {
      boolean relaxed = isRelaxed(keyword, was, is);
      add(
          relaxed ? Kind.RELAXED : Kind.STRUCTURE,
          at,
          "has the rule %s %s, which was %s".formatted(keyword, shown(is), shown(was)));
    }
  }

  private static boolean hasMoreThanARef(JsonNode schema) {
    return Refs.KEYWORDS.stream().anyMatch(schema::has)
        && schema.propertyNames().stream()
            .anyMatch(name -> !Refs.KEYWORDS.contains(name) && !Keywords.forbidsNothing(name));
  }

  private boolean isPlain(String keyword, JsonNode rule) {
    return Refs.mentioned(Refs.alone(keyword, rule), steps).isEmpty();
  }

  private static String shown(@Nullable JsonNode rule) {
    return Text.storable(String.valueOf(rule), 200);
  }

  /// Short for a schema that is only a reference, which is the common case.
  private String name(JsonNode schema) {
    return Canonical.of(schema, steps);
  }

  /// Whether a schema with only the new rule accepts everything that the old rule did.
  private boolean isRelaxed(String keyword, JsonNode was, JsonNode is) {
    var old = JsonNodeFactory.instance.objectNode();
    var young = JsonNodeFactory.instance.objectNode();
    old.set(keyword, was);
    young.set(keyword, is);
    return Containment.reasons(
            Refs.of(old, steps), Refs.of(young, steps), Compatibility.BACKWARD, steps)
        .isEmpty();
  }

  private static JsonNode resolved(Refs refs, JsonNode schema) {
    JsonNode at = schema;
    for (int hops = 0; hops < JsonTrees.DEPTH && !refs.targets(at).isEmpty(); hops++) {
      at = refs.targets(at).getFirst();
    }
    return at.equals(BooleanNode.TRUE) ? ACCEPTS_ALL : at;
  }

  private static Set<String> names(JsonNode old, JsonNode young) {
    Set<String> names = new TreeSet<>();
    Stream.of(old, young).forEach(schema -> names.addAll(schema.propertyNames()));
    return names;
  }

  private void add(Kind kind, String at, String message) {
    found.add(new Change(kind, at, message));
  }
}
