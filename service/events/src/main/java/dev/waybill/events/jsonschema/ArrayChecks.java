package dev.waybill.events.jsonschema;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Checks of arrays.
final class ArrayChecks {

  private ArrayChecks() {}

  /// `prefixItems` and `items`.
  record Items(List<SchemaNode> first, @Nullable SchemaNode rest) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      if (!value.isArray()) {
        return true;
      }
      boolean accepted = true;
      for (int i = 0; i < value.size(); i++) {
        SchemaNode schema = i < first.size() ? first.get(i) : rest;
        if (schema == null) {
          break;
        }
        accepted &= run.child(i, schema, value.get(i));
        if (!accepted && run.isQuick()) {
          return false;
        }
      }
      note(value, run.evaluated());
      return accepted;
    }

    private void note(JsonNode value, @Nullable Evaluated evaluated) {
      if (evaluated == null) {
        return;
      }
      if (rest != null) {
        evaluated.allItems();
      }
      for (int i = 0; i < Math.min(first.size(), value.size()); i++) {
        evaluated.item(i);
      }
    }
  }

  /// `contains` with `minContains` and `maxContains`.
  record Contains(SchemaNode schema, int least, int most) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      if (!value.isArray()) {
        return true;
      }
      int count = count(value, run);
      if (count < least) {
        return run.fail(
            "",
            "contains",
            "has " + count + " items that match contains; it must have at least " + least);
      }
      return count <= most
          || run.fail(
              "",
              "maxContains",
              "has " + count + " items that match contains; it must have at most " + most);
    }

    private int count(JsonNode value, Run run) {
      Evaluated evaluated = run.evaluated();
      run.evaluated(null);
      int count = 0;
      for (int i = 0; i < value.size(); i++) {
        if (run.isAccepted(schema, value.get(i))) {
          count++;
          if (evaluated != null) {
            evaluated.item(i);
          }
        }
      }
      run.evaluated(evaluated);
      return count;
    }
  }

  record Unique(JsonNode rule) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      if (!value.isArray()) {
        return true;
      }
      Set<String> seen = new HashSet<>();
      for (JsonNode item : value) {
        if (!seen.add(Canonical.of(item, run.steps()))) {
          return run.fail("uniqueItems", rule, value);
        }
      }
      return true;
    }
  }

  record Unevaluated(SchemaNode schema) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      Evaluated evaluated = run.evaluated();
      if (!value.isArray() || evaluated == null) {
        return true;
      }
      boolean accepted = true;
      for (int i = 0; i < value.size(); i++) {
        run.steps().take(1);
        if (!evaluated.has(i)) {
          accepted &= run.child(i, schema, value.get(i));
        }
      }
      evaluated.allItems();
      return accepted;
    }
  }
}
