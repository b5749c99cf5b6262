package dev.waybill.events.jsonschema;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One compiled schema. References are links to other nodes and can form cycles.
final class SchemaNode {

  private Check[] checks = {};
  private boolean never;
  private boolean tracking;

  void fill(List<Check> rules, boolean needsEvaluated) {
    checks = rules.toArray(Check[]::new);
    tracking = needsEvaluated;
  }

  void refuseAll() {
    never = true;
  }

  /// Whether this is the schema `false`.
  boolean isNever() {
    return never;
  }

  boolean accepts(JsonNode value, Run run) {
    run.enter();
    @Nullable Evaluated outer = run.evaluated();
    if (tracking) {
      run.evaluated(new Evaluated());
    }
    boolean accepted = !never || run.fail("false", value, value);
    for (Check check : checks) {
      accepted &= check.test(value, run);
      if (!accepted && run.isQuick()) {
        break;
      }
    }
    if (tracking) {
      run.evaluatedBack(outer);
    }
    run.leave();
    return accepted;
  }
}
