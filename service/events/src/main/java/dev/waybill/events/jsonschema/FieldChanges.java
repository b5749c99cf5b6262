package dev.waybill.events.jsonschema;

import dev.waybill.events.jsonschema.Change.Kind;
import dev.waybill.events.pattern.StepBudget;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds added, removed and renamed fields of an object.
record FieldChanges(
    JsonNode old, JsonNode young, Comparison comparison, List<Change> found, StepBudget steps) {

  /// Compares a schema that both sides have.
  interface Comparison {
    void compare(String at, JsonNode was, JsonNode is);
  }

  void compare(String at) {
    Set<String> gone = new LinkedHashSet<>(old.path("properties").propertyNames());
    Set<String> come = new LinkedHashSet<>(young.path("properties").propertyNames());
    List<String> both = gone.stream().filter(come::contains).toList();
    both.forEach(gone::remove);
    both.forEach(come::remove);
    both.forEach(name -> compareBoth(at, name));
    removed(at, gone, come);
    come.forEach(name -> added(at, name));
    compareOthers(at);
  }

  private void compareBoth(String at, String name) {
    String field = Pointers.child(at, name);
    boolean was = required(old).contains(name);
    boolean is = required(young).contains(name);
    if (!was && is) {
      add(Kind.STRUCTURE, field, "is required now");
    } else if (was && !is) {
      add(Kind.RELAXED, field, "may be missing now");
    }
    comparison.compare(field, field(old, name), field(young, name));
  }

  /// A removed field and an added field with an equal schema are one renamed field.
  private void removed(String at, Set<String> gone, Set<String> come) {
    Map<String, Deque<String>> forms = new HashMap<>();
    for (String name : gone.isEmpty() ? Set.<String>of() : come) {
      forms.computeIfAbsent(form(young, name), _ -> new ArrayDeque<>()).add(name);
    }
    for (String name : gone) {
      String renamed = forms.getOrDefault(form(old, name), new ArrayDeque<>()).poll();
      if (renamed == null) {
        add(Kind.FIELD_REMOVED, Pointers.child(at, name), "was removed");
      } else {
        come.remove(renamed);
        add(Kind.FIELD_REMOVED, Pointers.child(at, name), "was renamed to " + renamed);
      }
    }
  }

  private String form(JsonNode schema, String name) {
    boolean isRequired = required(schema).contains(name);
    return isRequired + Canonical.of(withoutWords(field(schema, name)), steps);
  }

  private void added(String at, String name) {
    boolean required = required(young).contains(name);
    add(
        required ? Kind.STRUCTURE : Kind.FIELD_ADDED,
        Pointers.child(at, name),
        required ? "was added and is required" : "was added and may be missing");
  }

  private void compareOthers(String at) {
    JsonNode was = others(old);
    JsonNode is = others(young);
    if (was.isBoolean() && is.isBoolean()) {
      if (was.booleanValue() && !is.booleanValue()) {
        add(Kind.STRUCTURE, at, "may no longer have unknown fields");
      } else if (!was.booleanValue() && is.booleanValue()) {
        add(Kind.RELAXED, at, "may have unknown fields now");
      }
    } else {
      comparison.compare(Pointers.child(at, "*"), was, is);
    }
    Set<String> unnamed = required(young);
    unnamed.removeAll(required(old));
    unnamed.removeAll(young.path("properties").propertyNames());
    unnamed.forEach(name -> add(Kind.STRUCTURE, Pointers.child(at, name), "is required now"));
  }

  private JsonNode withoutWords(JsonNode schema) {
    JsonNode copy = schema.deepCopy();
    SubSchemas.walk(
        copy,
        steps,
        (pointer, inner) -> {
          if (inner instanceof ObjectNode object) {
            object.remove(Keywords.ANNOTATIONS);
          }
        });
    return copy;
  }

  private static JsonNode field(JsonNode schema, String name) {
    return schema.path("properties").path(name);
  }

  private static JsonNode others(JsonNode schema) {
    return schema.has("additionalProperties")
        ? schema.get("additionalProperties")
        : BooleanNode.TRUE;
  }

  private Set<String> required(JsonNode schema) {
    steps.take(schema.path("required").size());
    Set<String> names = new HashSet<>();
    schema.path("required").forEach(name -> names.add(name.asString("")));
    return names;
  }

  private void add(Kind kind, String at, String message) {
    found.add(new Change(kind, at, message));
  }
}
