package dev.waybill.events.jsonschema;

import dev.waybill.events.pattern.StepBudget;
import dev.waybill.topic.Violation;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// A schema that can validate events. Thread-safe.
///
/// References are resolved only within the schema: nothing is fetched from a network or file.
/// [StepBudget] limits the cost of compiling and checking.
public final class CompiledSchema {

  /// The maximum number of reported violations per event.
  public static final int MAX_VIOLATIONS = 100;

  private final JsonNode tree;
  private final SchemaNode rules;

  private CompiledSchema(JsonNode tree, SchemaNode rules) {
    this.tree = tree;
    this.rules = rules;
  }

  /// Compiles a JSON Schema of at most 256 KiB, or throws with all its problems.
  public static CompiledSchema of(String text) {
    return of(text, StepBudget.forRequest());
  }

  public static CompiledSchema of(String text, StepBudget steps) {
    JsonNode tree = SchemaRules.checked(text, steps);
    Refs refs = Refs.of(tree, steps);
    return new CompiledSchema(tree, new SchemaCompiler(refs, steps).compile(tree));
  }

  /// The violations for a producer; empty if the event is valid.
  public List<Violation> validate(JsonNode event) {
    return validate(event, Side.PUBLISH);
  }

  public List<Violation> validate(JsonNode event, Side side) {
    return validate(event, side, StepBudget.forRequest());
  }

  /// @param steps the budget of the whole request
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

  /// Like validation of a tree; bytes that are not JSON are one violation.
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

  /// If closed alternatives are told apart by unknown fields, ignoring these would make an event
  /// ambiguous. So a consumer accepts everything that a producer may send.
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
