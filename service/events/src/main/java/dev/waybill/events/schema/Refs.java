package dev.waybill.events.schema;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/// Follows `$ref` inside one document. Nothing outside it is ever read.
final class Refs {

  private Refs() {}

  static boolean isLocal(String ref) {
    return ref.startsWith("#");
  }

  /// The schema that a reference names, or null where there is none.
  static @Nullable JsonNode resolve(JsonNode root, String ref) {
    String pointer = pointerOf(root, ref);
    if (pointer == null) {
      return null;
    }
    JsonNode found = root.at(JsonPointer.compile(pointer));
    return found.isObject() || found.isBoolean() ? found : null;
  }

  /// The pointer into the document that a reference means: `#`, `#/$defs/x` or `#anchor`.
  static @Nullable String pointerOf(JsonNode root, String ref) {
    if (!isLocal(ref)) {
      return null;
    }
    try {
      String fragment =
          URLDecoder.decode(ref.substring(1).replace("+", "%2B"), StandardCharsets.UTF_8);
      boolean pointer = fragment.isEmpty() || fragment.startsWith("/");
      return pointer ? fragment : anchor(root, fragment);
    } catch (IllegalArgumentException undecodable) {
      return null;
    }
  }

  /// Whether the two mean the same: equal, and everything they refer to is equal, too.
  static boolean same(JsonNode a, JsonNode rootA, JsonNode b, JsonNode rootB) {
    return a.equals(b) && sameTargets(a, rootA, rootB, new HashSet<>());
  }

  private static boolean sameTargets(
      JsonNode node, JsonNode rootA, JsonNode rootB, Set<String> seen) {
    for (JsonNode found : node.findValues("$ref")) {
      String ref = found.asString("");
      if (seen.add(ref)) {
        JsonNode a = resolve(rootA, ref);
        if (a == null || !a.equals(resolve(rootB, ref)) || !sameTargets(a, rootA, rootB, seen)) {
          return false;
        }
      }
    }
    return true;
  }

  private static @Nullable String anchor(JsonNode root, String name) {
    String[] found = new String[1];
    SubSchemas.walk(
        root,
        (pointer, schema) -> {
          if (schema.path("$anchor").asString("").equals(name)) {
            found[0] = pointer;
          }
        });
    return found[0];
  }
}
