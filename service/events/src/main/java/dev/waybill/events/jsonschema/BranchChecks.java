package dev.waybill.events.jsonschema;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Checks that apply other schemas to the same value.
final class BranchChecks {

  private BranchChecks() {}

  /// `$ref` and the parts of `allOf`.
  record Also(SchemaNode schema) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      return schema.accepts(value, run);
    }
  }

  record AnyOf(List<SchemaNode> options) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      boolean accepted = false;
      for (SchemaNode option : options) {
        accepted |= run.isAccepted(option, value);
        if (accepted && !run.isTracking()) {
          return true;
        }
      }
      return accepted || failNone(options, value, run, "anyOf");
    }
  }

  record OneOf(List<SchemaNode> options) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      long count = options.stream().filter(option -> run.isAccepted(option, value)).count();
      if (count > 1 && run.isTolerant()) {
        count = strictly(value, run);
      }
      if (count == 1) {
        return true;
      }
      return count == 0
          ? failNone(options, value, run, "oneOf")
          : run.fail(
              "",
              "oneOf",
              "matches %d of the %d alternatives; it must match exactly one"
                  .formatted(count, options.size()));
    }

    /// Fields that a consumer ignores may distinguish the alternatives.
    private long strictly(JsonNode value, Run run) {
      return options.stream().filter(option -> run.isStrictlyAccepted(option, value)).count();
    }
  }

  record Not(SchemaNode schema) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      Evaluated outer = run.evaluated();
      run.evaluated(outer == null ? null : new Evaluated());
      boolean accepted = run.isAccepted(schema, value);
      run.evaluated(outer);
      return !accepted || run.fail("", "not", "matches a schema that is excluded by not");
    }
  }

  record If(SchemaNode condition, @Nullable SchemaNode then, @Nullable SchemaNode otherwise)
      implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      SchemaNode next = run.isAccepted(condition, value) ? then : otherwise;
      return next == null || next.accepts(value, run);
    }
  }

  /// Reports why the value does not match the closest alternative.
  private static boolean failNone(
      List<SchemaNode> options, JsonNode value, Run run, String keyword) {
    if (run.isQuick()) {
      return false;
    }
    String closest =
        options.stream()
            .map(option -> run.violations(option, value))
            .filter(some -> !some.isEmpty())
            .min(Comparator.comparingInt(List::size))
            .map(some -> "; the closest fails because " + some.getFirst())
            .orElse("");
    return run.fail(
        "", keyword, "matches none of the %d alternatives%s".formatted(options.size(), closest));
  }
}
