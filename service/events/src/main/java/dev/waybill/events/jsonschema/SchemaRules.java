package dev.waybill.events.jsonschema;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.events.pattern.StepBudget;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The rules for schemas: they can be compiled, and their cost is bounded.
public final class SchemaRules {

  static final int MAX_BYTES = 256 * 1024;
  private static final int NAMED_IN_A_MESSAGE = 5;

  static final int MAX_REFS = 1_000;
  static final int MAX_ERRORS = 100;

  private final Refs refs;
  private final JsonNode root;
  private final KeywordShapes shapes;
  private final List<SchemaFinding> errors = new ArrayList<>();
  private final Set<JsonNode> parts = Collections.newSetFromMap(new IdentityHashMap<>());

  private SchemaRules(Refs refs, StepBudget steps) {
    this.refs = refs;
    this.root = refs.root();
    this.shapes = new KeywordShapes(this::add, steps);
    SubSchemas.walk(root, steps, (pointer, part) -> parts.add(part));
  }

  /// The schema, or [Code#INVALID_SCHEMA] with all problems.
  public static JsonNode checked(String text, StepBudget steps) {
    JsonNode root = parsed(text);
    List<SchemaFinding> errors = errors(root, steps);
    if (!errors.isEmpty()) {
      throw new WaybillException(Code.INVALID_SCHEMA, words(errors));
    }
    return root;
  }

  /// Parses the document within its limits, without checking the rules.
  public static JsonNode parsed(String text) {
    if (text.length() > MAX_BYTES || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new WaybillException(
          Code.PAYLOAD_TOO_LARGE, "the schema is larger than 256 KiB; make it smaller");
    }
    try {
      return JsonTrees.read(text);
    } catch (WaybillException broken) {
      throw new WaybillException(
          Code.INVALID_SCHEMA, "the schema " + broken.getMessage(), broken.getCause());
    }
  }

  public static List<SchemaFinding> errors(JsonNode root, StepBudget steps) {
    if (!root.isObject() && !root.isBoolean()) {
      return List.of(SchemaFinding.error("", "a schema is an object, true or false"));
    }
    String huge = JsonTrees.hugeNumber(root);
    if (huge != null) {
      return List.of(SchemaFinding.error(huge, JsonTrees.HUGE_NUMBER + "; use a smaller number"));
    }
    SchemaRules rules = new SchemaRules(Refs.of(root, steps), steps);
    rules.checkDialect();
    SubSchemas.walk(root, steps, rules::checkOne);
    rules.checkCost(steps);
    return List.copyOf(rules.errors);
  }

  /// Only references that resolve can be followed.
  private void checkCost(StepBudget steps) {
    if (!errors.isEmpty()) {
      return;
    }
    if (Refs.mentioned(root, steps).size() > MAX_REFS) {
      add("", "has more than " + MAX_REFS + " references; use fewer, or split the schema");
      return;
    }
    InPlaceRules inPlace = new InPlaceRules(refs, steps);
    SubSchemas.walk(root, steps, (pointer, part) -> addFault(pointer, inPlace.look(part)));
  }

  private void addFault(String pointer, InPlaceRules.Fault fault) {
    switch (fault) {
      case NONE -> {}
      case LEADS_BACK -> add(pointer, "leads back to itself by $ref; put a field in between");
      case TOO_MANY ->
          add(
              pointer,
              "applies more than %d schemas to one value by $ref; refer to fewer"
                  .formatted(InPlaceRules.MAX_APPLIED));
      case TOO_LONG ->
          add(
              pointer,
              "has a chain of more than %d schemas for one value; refer to them directly"
                  .formatted(InPlaceRules.MAX_CHAIN));
    }
  }

  private static String words(List<SchemaFinding> errors) {
    List<String> first =
        errors.stream().limit(NAMED_IN_A_MESSAGE).map(SchemaFinding::toString).toList();
    int more = errors.size() - first.size();
    return "the schema cannot be used: "
        + String.join("; ", first)
        + (more > 0 ? "; and " + more + " more" : "");
  }

  private void checkDialect() {
    JsonNode dialect = root.get("$schema");
    String named = dialect == null ? Keywords.DIALECT : dialect.asString("");
    if (!named.equals(Keywords.DIALECT) && !named.equals(Keywords.DIALECT + "#")) {
      add("/$schema", "only draft 2020-12 is supported; write \"" + Keywords.DIALECT + "\"");
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
        add(pointer, top + " is supported only at the top; use $defs and $ref to name a part");
      }
    }
    if (schema.has("$recursiveRef")) {
      add(pointer, "$recursiveRef is of an older draft; use $ref to a part of this schema");
    }
    shapes.check(pointer, schema);
    for (String keyword : Refs.KEYWORDS) {
      if (schema.path(keyword).isString()) {
        checkRef(pointer, keyword, schema.path(keyword).stringValue());
      }
    }
  }

  private void checkRef(String pointer, String keyword, String ref) {
    if (!refs.isLocal(ref)) {
      add(
          pointer,
          keyword
              + " "
              + Text.quote(ref)
              + " refers to another document, which is never fetched; copy it into $defs");
    } else if (!leadsToAPart(ref)) {
      add(pointer, keyword + " " + Text.quote(ref) + " does not exist; define it in $defs");
    }
  }

  /// References to examples or unknown keywords do not name a schema.
  private boolean leadsToAPart(String ref) {
    JsonNode target = refs.target(ref);
    return target != null && parts.contains(target);
  }

  private void add(String pointer, String message) {
    if (errors.size() < MAX_ERRORS) {
      errors.add(SchemaFinding.error(pointer, message));
    }
  }
}
