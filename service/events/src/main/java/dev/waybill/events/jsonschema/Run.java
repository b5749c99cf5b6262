package dev.waybill.events.jsonschema;

import dev.waybill.events.pattern.StepBudget;
import dev.waybill.topic.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One validation of one value: its budget, position and violations.
final class Run {

  private final StepBudget steps;
  private final boolean tolerant;
  private final List<Object> path = new ArrayList<>();
  private @Nullable List<Violation> found;
  private @Nullable Evaluated evaluated;
  private int depth;

  private Run(StepBudget steps, boolean tolerant, @Nullable List<Violation> found) {
    this.steps = steps;
    this.tolerant = tolerant;
    this.found = found;
  }

  /// Stops at the first violation without recording it.
  static Run quick(StepBudget steps, boolean tolerant) {
    return new Run(steps, tolerant, null);
  }

  /// Collects violations.
  static Run thorough(StepBudget steps, boolean tolerant, List<Violation> found) {
    return new Run(steps, tolerant, found);
  }

  StepBudget steps() {
    return steps;
  }

  /// Whether unknown fields are ignored.
  boolean isTolerant() {
    return tolerant;
  }

  /// Whether to stop at the first violation.
  boolean isQuick() {
    return found == null || found.size() >= CompiledSchema.MAX_VIOLATIONS;
  }

  void enter() {
    steps.takeAt(++depth);
  }

  void leave() {
    depth--;
  }

  boolean fail(String keyword, JsonNode rule, JsonNode value) {
    return found != null && fail("", keyword, ViolationWords.of(keyword, rule, value));
  }

  /// @param below the rest of the pointer, relative to the value
  boolean fail(String below, String keyword, String message) {
    if (found != null && found.size() < CompiledSchema.MAX_VIOLATIONS) {
      found.add(new Violation(pointer() + below, keyword, message));
    }
    return false;
  }

  /// Applies a schema to a field or an item of the value.
  boolean child(Object step, SchemaNode schema, JsonNode value) {
    Evaluated outer = evaluated;
    evaluated = null;
    path.addLast(step);
    boolean accepted = schema.accepts(value, this);
    path.removeLast();
    evaluated = outer;
    return accepted;
  }

  /// Applies a schema to the same value without recording violations. Evaluated parts count if it
  /// accepts.
  boolean isAccepted(SchemaNode schema, JsonNode value) {
    List<Violation> outerFound = found;
    Evaluated outer = evaluated;
    found = null;
    evaluated = outer == null ? null : new Evaluated();
    boolean accepted = schema.accepts(value, this);
    if (accepted && outer != null) {
      outer.addAll(Objects.requireNonNull(evaluated));
    }
    evaluated = outer;
    found = outerFound;
    return accepted;
  }

  /// Like [#isAccepted], with the rules of a producer.
  boolean isStrictlyAccepted(SchemaNode schema, JsonNode value) {
    Run strict = new Run(steps, false, null);
    strict.depth = depth;
    return schema.accepts(value, strict);
  }

  /// The violations of a schema for the same value; if there are none, those for a producer.
  List<Violation> violations(SchemaNode schema, JsonNode value) {
    List<Violation> some = violations(schema, value, tolerant);
    return some.isEmpty() && tolerant ? violations(schema, value, false) : some;
  }

  private List<Violation> violations(SchemaNode schema, JsonNode value, boolean tolerantly) {
    List<Violation> some = new ArrayList<>();
    Run inner = new Run(steps, tolerantly, some);
    inner.depth = depth;
    inner.path.addAll(path);
    schema.accepts(value, inner);
    return some;
  }

  /// Whether evaluated parts are recorded.
  boolean isTracking() {
    return evaluated != null;
  }

  @Nullable Evaluated evaluated() {
    return evaluated;
  }

  void evaluated(@Nullable Evaluated now) {
    evaluated = now;
  }

  /// Adds the evaluated parts to those of the caller.
  void evaluatedBack(@Nullable Evaluated outer) {
    if (outer != null && evaluated != null) {
      outer.addAll(evaluated);
    }
    evaluated = outer;
  }

  private String pointer() {
    StringBuilder pointer = new StringBuilder();
    for (Object step : path) {
      pointer.append(Pointers.child("", step.toString()));
    }
    return pointer.toString();
  }
}
