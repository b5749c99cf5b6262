package dev.waybill.events.jsonschema;

import dev.waybill.events.pattern.StepBudget;
import dev.waybill.topic.Violation;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// A schema made ready to judge events. Safe for use by many threads.
///
/// A reference is followed inside the schema only: nothing is fetched, from no network and no file.
/// What compiling and checking may cost is bounded by [StepBudget].
public final class CompiledSchema {

  /// More than this many violations of one event are not reported.
  public static final int MAX_VIOLATIONS = 100;

  private final JsonNode tree;
  private final SchemaNode rules;

  private CompiledSchema(JsonNode tree, SchemaNode rules) {
    this.tree = tree;
    this.rules = rules;
  }

  /// Compiles a JSON Schema of at most 256 KiB, or throws with everything that is wrong with it.
  public static CompiledSchema of(String text) {
    return of(text, StepBudget.forRequest());
  }

  public static CompiledSchema of(String text, StepBudget steps) {
    JsonNode tree = SchemaRules.checked(text, steps);
    Refs refs = Refs.of(tree, steps);
    return new CompiledSchema(tree, new SchemaCompiler(refs, steps).compile(tree));
  }

  /// What the event breaks, as its producer sees it; empty where it is valid.
  public List<Violation> validate(JsonNode event) {
    return validate(event, Side.PUBLISH);
  }

  public List<Violation> validate(JsonNode event, Side side) {
    return validate(event, side, StepBudget.forRequest());
  }

  /// @param steps what this and everything else that belongs to the same request may cost
  public List<Violation> validate(JsonNode event, Side side, StepBudget steps) {
    try {
      return switch (side) {
        case PUBLISH -> violations(event, false, steps);
        case CONSUME -> consumed(event, steps);
      };
    } catch (StepBudget.Exhausted tooCostly) {
      return List.of(new Violation("", "cost", "cannot be checked: " + tooCostly.getMessage()));
    }
  }

  /// As for a tree; bytes that are no JSON are one violation.
  public List<Violation> validate(byte[] event, Side side) {
    try {
      JsonNode tree = JsonTrees.EVENTS.readTree(event);
      String huge = JsonTrees.hugeNumber(tree);
      return huge == null
          ? validate(tree, side)
          : List.of(new Violation(huge, "number", JsonTrees.HUGE_NUMBER));
    } catch (JacksonException broken) {
      return List.of(new Violation("", "json", JsonTrees.words(broken)));
    }
  }

  /// The schema as a tree; the caller must not change it.
  public JsonNode tree() {
    return tree;
  }

  /// Where closed parts tell alternatives apart, opening them would make an event ambiguous: what
  /// a producer may send, a consumer takes.
  private List<Violation> consumed(JsonNode event, StepBudget steps) {
    List<Violation> found = violations(event, true, steps);
    boolean sure = found.isEmpty() || !rules.accepts(event, Run.quick(steps, false));
    return sure ? found : List.of();
  }

  private List<Violation> violations(JsonNode event, boolean tolerant, StepBudget steps) {
    if (rules.accepts(event, Run.quick(steps, tolerant))) {
      return List.of();
    }
    List<Violation> found = new ArrayList<>();
    rules.accepts(event, Run.thorough(steps, tolerant, found));
    return found.stream().distinct().toList();
  }
}
