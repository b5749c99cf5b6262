package dev.waybill.events.schema;

import com.networknt.schema.Schema;
import dev.waybill.Text;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A schema made ready to judge events. Safe for use by many threads.
///
/// An event that is surely valid is seen as such without the library; for all others the library
/// has the last word. A reference is followed inside the schema only: nothing is fetched, from no
/// network and no file.
public final class CompiledSchema {

  /// More than this many violations of one event are not reported.
  public static final int MAX_VIOLATIONS = 100;

  private final JsonNode tree;
  private final Rules publish;
  private final Rules consume;

  private CompiledSchema(JsonNode tree) {
    this.tree = tree;
    this.publish = Rules.of(tree);
    JsonNode open = opened(tree);
    this.consume = open.equals(tree) ? publish : Rules.of(open);
  }

  /// Compiles, or throws with everything that is wrong with the schema.
  public static CompiledSchema of(EventSchema schema) {
    return of(schema.text());
  }

  /// Compiles a JSON Schema of at most 256 KiB.
  public static CompiledSchema of(String text) {
    return new CompiledSchema(SchemaRules.checked(text));
  }

  /// What the event breaks, as its producer sees it; empty where it is valid.
  public List<Violation> validate(JsonNode event) {
    return validate(event, Side.PUBLISH);
  }

  public List<Violation> validate(JsonNode event, Side side) {
    try {
      return switch (side) {
        case PUBLISH -> publish.violations(event);
        case CONSUME -> consumed(event);
      };
    } catch (BoundedPattern.PatternTooCostly costly) {
      return List.of(tooCostly(costly));
    }
  }

  /// As for a tree; bytes that are no JSON are one violation.
  public List<Violation> validate(byte[] event, Side side) {
    try {
      return validate(Json.EVENTS.readTree(event), side);
    } catch (JacksonException broken) {
      return List.of(new Violation("", "json", Json.words(broken)));
    }
  }

  /// The schema as a tree; the caller must not change it.
  JsonNode tree() {
    return tree;
  }

  /// Where closed parts tell alternatives apart, opening them would make an event ambiguous: what
  /// a producer may send, a consumer takes.
  private List<Violation> consumed(JsonNode event) {
    List<Violation> found = consume.violations(event);
    boolean sure = found.isEmpty() || consume.equals(publish);
    return sure || !publish.violations(event).isEmpty() ? found : List.of();
  }

  private static Violation tooCostly(BoundedPattern.PatternTooCostly costly) {
    return new Violation(
        "",
        "pattern",
        "cannot be judged: the pattern "
            + Text.quote(costly.pattern())
            + " takes too long on it; send shorter text, or write the pattern without repeats"
            + " inside repeats");
  }

  private static JsonNode opened(JsonNode tree) {
    JsonNode copy = tree.deepCopy();
    SubSchemas.walk(
        copy,
        (pointer, schema) -> {
          if (schema instanceof ObjectNode object) {
            open(object, "additionalProperties");
            open(object, "unevaluatedProperties");
          }
        });
    return copy;
  }

  private static void open(ObjectNode schema, String keyword) {
    JsonNode rule = schema.get(keyword);
    if (rule != null && rule.isBoolean() && !rule.booleanValue()) {
      schema.remove(keyword);
    }
  }

  /// One way to read the schema.
  private record Rules(QuickCheck quick, Schema full) {

    static Rules of(JsonNode tree) {
      return new Rules(QuickChecks.of(tree), Library.compile(tree));
    }

    List<Violation> violations(JsonNode event) {
      if (quick.surelyValid(event)) {
        return List.of();
      }
      return full.validate(event).stream()
          .limit(MAX_VIOLATIONS)
          .map(ViolationWords::of)
          .distinct()
          .toList();
    }
  }
}
