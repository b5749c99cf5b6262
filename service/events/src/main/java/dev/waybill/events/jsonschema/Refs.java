package dev.waybill.events.jsonschema;

import dev.waybill.events.pattern.StepBudget;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// The references of one document. They resolve within the document: nothing outside it is ever
/// read. A `$dynamicRef` is equivalent to a `$ref`, because there is only one document.
public final class Refs {

  public static final List<String> KEYWORDS = List.of("$ref", "$dynamicRef");

  private final JsonNode root;
  private final String id;
  private final Map<String, String> anchors = new HashMap<>();
  private final Map<String, Optional<JsonNode>> targets = new HashMap<>();

  private Refs(JsonNode root) {
    this.root = root;
    this.id = withoutFragment(root.path("$id").asString(""));
  }

  public static Refs of(JsonNode root, StepBudget steps) {
    Refs refs = new Refs(root);
    SubSchemas.walk(root, steps, refs::index);
    return refs;
  }

  private void index(String pointer, JsonNode schema) {
    for (String keyword : List.of("$anchor", "$dynamicAnchor")) {
      if (schema.path(keyword).isString()) {
        anchors.putIfAbsent(schema.path(keyword).stringValue(), pointer);
      }
    }
  }

  JsonNode root() {
    return root;
  }

  /// Whether the reference names this document: `#...`, its own `$id`, or a relative form of it.
  boolean isLocal(String ref) {
    if (ref.startsWith("#")) {
      return true;
    }
    String named = withoutFragment(ref);
    return !id.isEmpty() && (named.equals(id) || resolved(named).equals(id));
  }

  private String resolved(String ref) {
    try {
      return URI.create(id).resolve(ref).toString();
    } catch (IllegalArgumentException noUri) {
      return ref;
    }
  }

  private static String withoutFragment(String uri) {
    int hash = uri.indexOf('#');
    return hash < 0 ? uri : uri.substring(0, hash);
  }

  /// The schemas that a schema refers to directly.
  public List<JsonNode> targets(JsonNode schema) {
    List<JsonNode> found = new ArrayList<>();
    for (String keyword : KEYWORDS) {
      JsonNode ref = schema.path(keyword);
      JsonNode target = ref.isString() ? target(ref.stringValue()) : null;
      if (target != null) {
        found.add(target);
      }
    }
    return found;
  }

  /// The schema that a reference names, or null.
  public @Nullable JsonNode target(String ref) {
    return targets.computeIfAbsent(ref, this::find).orElse(null);
  }

  private Optional<JsonNode> find(String ref) {
    String pointer = pointer(ref);
    return Optional.ofNullable(pointer)
        .map(at -> root.at(JsonPointer.compile(at)))
        .filter(found -> found.isObject() || found.isBoolean());
  }

  /// The pointer that a reference stands for: `#`, `#/$defs/x` or `#anchor`.
  public @Nullable String pointer(String ref) {
    if (!isLocal(ref)) {
      return null;
    }
    int hash = ref.indexOf('#');
    try {
      String fragment =
          hash < 0
              ? ""
              : URLDecoder.decode(
                  ref.substring(hash + 1).replace("+", "%2B"), StandardCharsets.UTF_8);
      boolean pointer = fragment.isEmpty() || fragment.startsWith("/");
      return pointer ? fragment : anchors.get(fragment);
    } catch (IllegalArgumentException undecodable) {
      return null;
    }
  }

  /// Every reference in a schema. A `$ref` inside `enum` or `const` is data.
  public static List<String> mentioned(JsonNode schema, StepBudget steps) {
    List<String> found = new ArrayList<>();
    SubSchemas.walk(
        schema,
        steps,
        (pointer, inner) -> {
          for (String keyword : KEYWORDS) {
            if (inner.path(keyword).isString()) {
              found.add(inner.path(keyword).stringValue());
            }
          }
        });
    return found;
  }

  /// A schema with one keyword only.
  static JsonNode alone(String keyword, JsonNode rule) {
    return rule.isMissingNode() ? rule : JsonNodeFactory.instance.objectNode().set(keyword, rule);
  }

  /// Whether two schemas and everything they refer to are equal.
  static boolean same(JsonNode a, Refs refsA, JsonNode b, Refs refsB, StepBudget steps) {
    return equal(a, b, steps) && sameTargets(a, refsA, refsB, new HashSet<>(), steps);
  }

  private static boolean sameTargets(
      JsonNode node, Refs refsA, Refs refsB, Set<String> seen, StepBudget steps) {
    List<String> open = new ArrayList<>(mentioned(node, steps));
    while (!open.isEmpty()) {
      String ref = open.removeLast();
      if (seen.add(ref)) {
        JsonNode a = refsA.target(ref);
        JsonNode b = refsB.target(ref);
        if (a == null || b == null || !equal(a, b, steps)) {
          return false;
        }
        open.addAll(mentioned(a, steps));
      }
    }
    return true;
  }

  @SuppressWarnings("ReferenceEquality")
  private static boolean equal(JsonNode a, JsonNode b, StepBudget steps) {
    return a == b || Canonical.sameTree(a, b, steps);
  }
}
