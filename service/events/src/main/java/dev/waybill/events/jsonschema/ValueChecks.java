package dev.waybill.events.jsonschema;

import dev.waybill.events.format.Formats;
import dev.waybill.events.pattern.EcmaPattern;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Checks of values of any type, and of strings.
final class ValueChecks {

  private static final int CHARACTERS_PER_STEP = 16;

  private ValueChecks() {}

  /// @param allowed the types as bits of [TypeBits]
  record OfType(JsonNode rule, int allowed) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      return (TypeBits.of(value) & allowed) != 0 || run.fail("type", rule, value);
    }
  }

  /// @param keyword `enum` or `const`
  /// @param texts the values that are strings
  /// @param others all values in canonical form
  record OneOf(String keyword, JsonNode rule, Set<String> texts, Set<String> others)
      implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      boolean listed =
          value.isString()
              ? texts.contains(value.stringValue())
              : others.contains(Canonical.of(value, run.steps()));
      return listed || run.fail(keyword, rule, value);
    }
  }

  /// Lengths count Unicode characters, which are never more than Java's chars.
  record OfLength(JsonNode rule, String keyword, long limit) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      return !value.isString() || isWithin(value.stringValue()) || run.fail(keyword, rule, value);
    }

    private boolean isWithin(String text) {
      int length = text.length();
      if (keyword.equals("maxLength")) {
        return length <= limit || text.codePointCount(0, length) <= limit;
      }
      return length >= limit && (length >= 2 * limit || text.codePointCount(0, length) >= limit);
    }
  }

  record Matching(JsonNode rule, EcmaPattern pattern) implements Check {

    @Override
    public boolean test(JsonNode value, Run run) {
      return !value.isString()
          || pattern.find(value.stringValue(), run.steps())
          || run.fail("pattern", rule, value);
    }
  }

  record OfFormat(JsonNode rule, Predicate<String> format) implements Check {

    static @Nullable Check of(JsonNode rule) {
      Predicate<String> known = Formats.named(rule.asString(""));
      return known == null ? null : new OfFormat(rule, known);
    }

    @Override
    public boolean test(JsonNode value, Run run) {
      if (!value.isString()) {
        return true;
      }
      String text = value.stringValue();
      run.steps().take(1 + text.length() / CHARACTERS_PER_STEP);
      return format.test(text) || run.fail("format", rule, value);
    }
  }
}
