package dev.waybill.events.schema;

import dev.waybill.events.schema.Change.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds which fields of an object came, went, or got another name.
record FieldChanges(JsonNode old, JsonNode young, Comparison comparison, List<Change> found) {

  /// Goes into a schema that both sides have.
  interface Comparison {
    void compare(String at, JsonNode was, JsonNode is);
  }

  void compare(String at) {
    List<String> gone = new ArrayList<>(old.path("properties").propertyNames());
    List<String> come = new ArrayList<>(young.path("properties").propertyNames());
    List<String> both = gone.stream().filter(come::contains).toList();
    gone.removeAll(both);
    come.removeAll(both);
    both.forEach(name -> compareBoth(at, name));
    gone.forEach(name -> removed(at, name, come));
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

  /// A field of the same form that came at the same time is the one that went, renamed.
  private void removed(String at, String name, List<String> come) {
    String renamed = renamed(name, come);
    if (renamed == null) {
      add(Kind.FIELD_REMOVED, Pointers.child(at, name), "was removed");
    } else {
      come.remove(renamed);
      add(Kind.FIELD_REMOVED, Pointers.child(at, name), "was renamed to " + renamed);
    }
  }

  private @Nullable String renamed(String name, List<String> come) {
    JsonNode was = withoutWords(field(old, name));
    boolean required = required(old).contains(name);
    return come.stream()
        .filter(one -> required(young).contains(one) == required)
        .filter(one -> withoutWords(field(young, one)).equals(was))
        .findFirst()
        .orElse(null);
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
        add(Kind.STRUCTURE, at, "may have no unknown fields any more");
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

  private static JsonNode withoutWords(JsonNode schema) {
    JsonNode copy = schema.deepCopy();
    SubSchemas.walk(
        copy,
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

  private static Set<String> required(JsonNode schema) {
    Set<String> names = new HashSet<>();
    schema.path("required").forEach(name -> names.add(name.asString("")));
    return names;
  }

  private void add(Kind kind, String at, String message) {
    found.add(new Change(kind, at, message));
  }
}
