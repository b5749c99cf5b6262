package dev.waybill.events.schema;

import dev.waybill.Code;
import dev.waybill.Text;
import dev.waybill.WaybillException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a schema must keep to so that it can be compiled and can do no harm.
final class SchemaRules {

  static final int MAX_BYTES = 256 * 1024;
  private static final int NAMED_IN_A_MESSAGE = 5;

  private final JsonNode root;
  private final List<Finding> errors = new ArrayList<>();
  private final Set<JsonNode> parts = Collections.newSetFromMap(new IdentityHashMap<>());

  private SchemaRules(JsonNode root) {
    this.root = root;
    SubSchemas.walk(root, (pointer, part) -> parts.add(part));
  }

  /// The schema, or [Code#INVALID_ARGUMENT] with everything that is wrong with it.
  static JsonNode checked(String text) {
    JsonNode root = parsed(text);
    List<Finding> errors = errors(root);
    if (!errors.isEmpty()) {
      throw new WaybillException(Code.INVALID_ARGUMENT, words(errors));
    }
    return root;
  }

  /// The document, within its limits, whether or not it is a good schema.
  static JsonNode parsed(String text) {
    if (text.length() > MAX_BYTES || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new WaybillException(
          Code.PAYLOAD_TOO_LARGE, "the schema is larger than 256 KiB; make it smaller");
    }
    try {
      return Json.read(text);
    } catch (WaybillException broken) {
      throw new WaybillException(broken.code(), "the schema " + broken.getMessage(), broken);
    }
  }

  static List<Finding> errors(JsonNode root) {
    SchemaRules rules = new SchemaRules(root);
    if (!root.isObject()) {
      return List.of(Finding.error("", "a schema is a JSON object; put the rules in { }"));
    }
    rules.checkDialect();
    SubSchemas.walk(root, rules::checkOne);
    if (rules.errors.isEmpty()) {
      rules.errors.addAll(Library.faultsOf(root));
    }
    return List.copyOf(rules.errors);
  }

  private static String words(List<Finding> errors) {
    List<String> first = errors.stream().limit(NAMED_IN_A_MESSAGE).map(Finding::toString).toList();
    int more = errors.size() - first.size();
    return "the schema cannot be used: "
        + String.join("; ", first)
        + (more > 0 ? "; and " + more + " more" : "");
  }

  private void checkDialect() {
    JsonNode dialect = root.get("$schema");
    String named = dialect == null ? Keywords.DIALECT : dialect.asString("");
    if (!named.equals(Keywords.DIALECT) && !named.equals(Keywords.DIALECT + "#")) {
      add("/$schema", "only draft 2020-12 is understood; write \"" + Keywords.DIALECT + "\"");
    }
  }

  private void checkOne(String pointer, JsonNode schema) {
    if (!schema.isObject()) {
      if (!schema.isBoolean()) {
        add(pointer, "a schema is an object, true or false");
      }
      return;
    }
    for (String top : List.of("$id", "$schema")) {
      if (!pointer.isEmpty() && schema.has(top)) {
        add(pointer, top + " is understood only at the top; use $defs and $ref to name a part");
      }
    }
    for (String dynamic : List.of("$dynamicRef", "$dynamicAnchor", "$recursiveRef")) {
      if (schema.has(dynamic)) {
        add(pointer, dynamic + " is not supported; use $ref to a part of this schema");
      }
    }
    checkRef(pointer, schema);
    checkPatterns(pointer, schema);
  }

  private void checkRef(String pointer, JsonNode schema) {
    if (!schema.has("$ref")) {
      return;
    }
    String ref = schema.path("$ref").asString("");
    if (!Refs.isLocal(ref)) {
      add(
          pointer,
          "$ref " + Text.quote(ref) + " leads outside; nothing is fetched: copy it into $defs");
    } else if (!leadsToAPart(ref)) {
      add(pointer, "$ref " + Text.quote(ref) + " leads nowhere; define it in $defs");
    } else if (leadsBack(schema)) {
      add(pointer, "$ref " + Text.quote(ref) + " leads back to itself; put a field in between");
    }
  }

  /// What stands elsewhere, in examples or under names of one's own, is no schema.
  private boolean leadsToAPart(String ref) {
    JsonNode target = Refs.resolve(root, ref);
    return target != null && parts.contains(target);
  }

  /// Whether a value would be judged by the same schema again without getting smaller.
  private boolean leadsBack(JsonNode start) {
    Deque<JsonNode> next = new ArrayDeque<>();
    Set<JsonNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    addInPlace(start, next);
    while (!next.isEmpty()) {
      JsonNode one = next.pop();
      if (seen.add(one)) {
        addInPlace(one, next);
      }
    }
    return seen.contains(start);
  }

  private void addInPlace(JsonNode schema, Deque<JsonNode> next) {
    @Nullable JsonNode target =
        schema.has("$ref") ? Refs.resolve(root, schema.path("$ref").asString("")) : null;
    if (target != null) {
      next.push(target);
    }
    if (schema.isObject()) {
      SubSchemas.inside(
          "",
          schema,
          (keyword, at, inner) -> {
            if (Keywords.IN_PLACE.contains(keyword)) {
              next.push(inner);
            }
          });
    }
  }

  private void checkPatterns(String pointer, JsonNode schema) {
    if (schema.path("pattern").isString()) {
      checkPattern(Pointers.child(pointer, "pattern"), schema.path("pattern").asString());
    }
    String at = Pointers.child(pointer, "patternProperties");
    for (String pattern : schema.path("patternProperties").propertyNames()) {
      checkPattern(Pointers.child(at, pattern), pattern);
    }
  }

  private void checkPattern(String pointer, String pattern) {
    try {
      var _ = new BoundedPattern(pattern);
    } catch (PatternSyntaxException broken) {
      add(pointer, "is no regular expression: " + broken.getDescription());
    }
  }

  private void add(String pointer, String message) {
    errors.add(Finding.error(pointer, message));
  }
}
