package dev.waybill.events.jsonschema;

import dev.waybill.events.pattern.EcmaPattern;
import dev.waybill.topic.Violation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/// Checks of objects.
final class ObjectChecks {

  private ObjectChecks() {}

  record Patterned(EcmaPattern pattern, SchemaNode schema) {}

  /// `properties`, `patternProperties` and `additionalProperties`, which depend on each other.
  record Fields(
      Map<String, SchemaNode> named, List<Patterned> patterned, @Nullable SchemaNode others)
      implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      if (!value.isObject()) {
        return true;
      }
      boolean accepted = true;
      for (var field : value.properties()) {
        run.steps().take(1);
        accepted &= testField(field.getKey(), field.getValue(), run);
        if (!accepted && run.isQuick()) {
          return false;
        }
      }
      return accepted;
    }

    private boolean testField(String name, JsonNode value, Run run) {
      boolean accepted = true;
      boolean known = false;
      SchemaNode own = named.get(name);
      if (own != null) {
        known = true;
        accepted = run.child(name, own, value);
      }
      for (Patterned one : patterned) {
        if (one.pattern().find(name, run.steps())) {
          known = true;
          accepted &= run.child(name, one.schema(), value);
        }
      }
      if (!known && others != null && !(others.isNever() && run.isTolerant())) {
        known = true;
        accepted = other(name, value, run, others, "additionalProperties");
      }
      Evaluated evaluated = run.evaluated();
      if (known && evaluated != null) {
        evaluated.name(name);
      }
      return accepted;
    }
  }

  record Unevaluated(SchemaNode schema) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      Evaluated evaluated = run.evaluated();
      if (!value.isObject() || evaluated == null || (schema.isNever() && run.isTolerant())) {
        return true;
      }
      boolean accepted = true;
      for (var field : value.properties()) {
        run.steps().take(1);
        String name = field.getKey();
        if (!evaluated.has(name)) {
          accepted &= other(name, field.getValue(), run, schema, "unevaluatedProperties");
          evaluated.name(name);
        }
      }
      return accepted;
    }
  }

  private static boolean other(
      String name, JsonNode value, Run run, SchemaNode schema, String keyword) {
    return schema.isNever()
        ? run.fail(Pointers.child("", name), keyword, ViolationWords.UNKNOWN_FIELD)
        : run.child(name, schema, value);
  }

  record Required(Set<String> names) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      if (!value.isObject()) {
        return true;
      }
      run.steps().take(1 + names.size() / 4);
      boolean accepted = true;
      for (String name : names) {
        if (!value.has(name)) {
          accepted = run.fail(Pointers.child("", name), "required", "is missing; add it");
        }
      }
      return accepted;
    }
  }

  record DependentRequired(String field, Set<String> names) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      if (!value.isObject() || !value.has(field)) {
        return true;
      }
      run.steps().take(1 + names.size() / 4);
      boolean accepted = true;
      for (String name : names) {
        if (!value.has(name)) {
          accepted =
              run.fail(
                  Pointers.child("", name),
                  "dependentRequired",
                  "is missing but required with " + field + "; add it");
        }
      }
      return accepted;
    }
  }

  record DependentSchema(String field, SchemaNode schema) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      return !value.isObject() || !value.has(field) || schema.accepts(value, run);
    }
  }

  record Names(SchemaNode schema) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      boolean accepted = true;
      if (value.isObject()) {
        for (String name : value.propertyNames()) {
          run.steps().take(1);
          accepted &= testName(name, run);
          if (!accepted && run.isQuick()) {
            return false;
          }
        }
      }
      return accepted;
    }

    private boolean testName(String name, Run run) {
      JsonNode text = StringNode.valueOf(name);
      Evaluated outer = run.evaluated();
      run.evaluated(null);
      boolean accepted = run.isAccepted(schema, text);
      run.evaluated(outer);
      if (accepted || run.isQuick()) {
        return accepted;
      }
      String why =
          run.violations(schema, text).stream().findFirst().map(Violation::message).orElse("");
      return run.fail(
          Pointers.child("", name),
          "propertyNames",
          "has a name that the schema does not allow: it " + why);
    }
  }
}
