package dev.waybill.events.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.events.jsonschema.Incompatibility;
import dev.waybill.topic.Schema.Compatibility;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CompatibilityTest {

  /// Each line: a rule, another rule that accepts more, and the message for the incompatible
  /// direction.
  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "\"type\": \"integer\" @ \"type\": \"number\" @ may be of type number for the old one",
        "\"type\": \"string\" @ \"type\": [\"string\", \"null\"] @ may be of type null for the old"
            + " one",
        "\"enum\": [\"a\"] @ \"enum\": [\"a\", \"b\"] @ may be \"b\" for the old one",
        "\"const\": 1 @ \"enum\": [1, 2] @ may be 2 for the old one",
        "\"const\": 1 @ \"type\": \"integer\" @ may only be 1 for the new schema",
        "\"type\": \"string\", \"minLength\": 2 @ \"type\": \"string\", \"minLength\": 1 @ has"
            + " minLength 2",
        "\"type\": \"string\", \"maxLength\": 5 @ \"type\": \"string\" @ has maxLength 5",
        "\"type\": \"string\", \"pattern\": \"^a\" @ \"type\": \"string\" @ must have the pattern"
            + " \"^a\"",
        "\"type\": \"string\", \"format\": \"date\" @ \"type\": \"string\" @ must have the format"
            + " \"date\"",
        "\"type\": \"number\", \"minimum\": 1 @ \"type\": \"number\", \"minimum\": 0 @ must be at"
            + " least 1",
        "\"type\": \"number\", \"exclusiveMaximum\": 1 @ \"type\": \"number\", \"maximum\": 1 @"
            + " must be less than 1",
        "\"type\": \"integer\", \"multipleOf\": 4 @ \"type\": \"integer\", \"multipleOf\": 2 @ must"
            + " be a multiple of 4",
        "\"type\": \"array\", \"maxItems\": 3 @ \"type\": \"array\" @ has maxItems 3",
        "\"type\": \"array\", \"uniqueItems\": true @ \"type\": \"array\" @ must have unique"
            + " items",
        "\"type\": \"boolean\" @ \"enum\": [true, false, null] @ may be null for the old one"
      })
  void a_rule_may_be_loosened_but_not_tightened(String tight, String loose, String words) {
    String small = "{\"properties\": {\"a\": {" + tight + "}}}";
    String large = "{\"properties\": {\"a\": {" + loose + "}}}";
    assertThat(check(small, large, Compatibility.BACKWARD)).isEmpty();
    assertThat(check(large, small, Compatibility.FORWARD)).isEmpty();
    assertThat(check(large, small, Compatibility.BACKWARD))
        .isNotEmpty()
        .allSatisfy(reason -> assertThat(reason.pointer()).isEqualTo("/a"))
        .allSatisfy(reason -> assertThat(reason.direction()).isEqualTo(Compatibility.BACKWARD))
        .allSatisfy(reason -> assertThat(reason.judged()).isTrue())
        .anySatisfy(reason -> assertThat(reason.message()).startsWith(words));
    assertThat(check(small, large, Compatibility.FULL))
        .extracting(Incompatibility::direction)
        .containsOnly(Compatibility.FORWARD);
    assertThat(check(small, large, Compatibility.NONE)).isEmpty();
  }

  @Test
  void a_field_that_becomes_required_breaks_old_events() {
    String optional = "{\"properties\": {\"a\": {}}}";
    String required = "{\"properties\": {\"a\": {}}, \"required\": [\"a\"]}";
    assertThat(check(optional, required, Compatibility.BACKWARD))
        .containsExactly(
            new Incompatibility(
                Compatibility.BACKWARD,
                "/a",
                "is required by the new schema but not by the old one",
                true));
    assertThat(check(optional, required, Compatibility.FORWARD)).isEmpty();
  }

  @Test
  void an_optional_field_may_be_added_to_an_open_schema_in_both_directions() {
    String without = "{\"type\": \"object\", \"properties\": {}}";
    String with = "{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\"}}}";
    assertThat(check(without, with, Compatibility.FULL)).isEmpty();
    assertThat(check(with, without, Compatibility.FULL)).isEmpty();
  }

  @Test
  void a_field_of_a_closed_schema_can_be_added_but_not_removed() {
    String without = "{\"properties\": {}, \"additionalProperties\": false}";
    String with = "{\"properties\": {\"a\": {}}, \"additionalProperties\": false}";
    assertThat(check(without, with, Compatibility.BACKWARD)).isEmpty();
    assertThat(check(with, without, Compatibility.BACKWARD))
        .extracting(Incompatibility::toString)
        .containsExactly(
            "backward: /a is not a field of the new schema, which allows no unknown fields; the old"
                + " one has it");
  }

  @Test
  void closing_a_schema_breaks_old_events() {
    String open = "{\"properties\": {\"a\": {}}}";
    String closed = "{\"properties\": {\"a\": {}}, \"additionalProperties\": false}";
    assertThat(check(open, closed, Compatibility.BACKWARD))
        .extracting(Incompatibility::message)
        .containsExactly("may have unknown fields by the old one but not by the new schema");
  }

  @Test
  void nested_fields_and_items_are_compared_with_pointers() {
    String text =
        "{\"properties\": {\"a\": {\"items\": {\"properties\": {\"b\": {\"type\": \"%s\"}}}}}}";
    assertThat(check(text.formatted("number"), text.formatted("integer"), Compatibility.BACKWARD))
        .extracting(Incompatibility::pointer)
        .containsExactly("/a/*/b");
  }

  @Test
  void references_are_followed_on_both_sides() {
    String inline = "{\"properties\": {\"a\": {\"type\": \"integer\"}}}";
    String referred =
        "{\"$defs\": {\"n\": {\"type\": \"%s\"}}, \"properties\": {\"a\": {\"$ref\":"
            + " \"#/$defs/n\"}}}";
    assertThat(check(inline, referred.formatted("number"), Compatibility.BACKWARD)).isEmpty();
    assertThat(check(referred.formatted("integer"), inline, Compatibility.FULL)).isEmpty();
    assertThat(
            check(
                referred.formatted("number"),
                referred.formatted("integer"),
                Compatibility.BACKWARD))
        .hasSize(1);
  }

  @Test
  void schemas_that_refer_to_themselves_can_be_compared() {
    String tree =
        "{\"type\": \"object\", \"properties\": {\"v\": {\"type\": \"%s\"}, \"child\": {\"$ref\":"
            + " \"#\"}}}";
    assertThat(check(tree.formatted("integer"), tree.formatted("number"), Compatibility.BACKWARD))
        .isEmpty();
    assertThat(check(tree.formatted("number"), tree.formatted("integer"), Compatibility.BACKWARD))
        .isNotEmpty();
  }

  @Test
  void assumptions_of_a_failed_comparison_are_dropped() {
    String older =
        """
        {"$defs": {"w": {"properties": {"a": {"type": "number"}}}},
         "$ref": "#/$defs/w", "properties": {"a": {"type": "number"}}}
        """;
    String newer =
        """
        {"$defs": {"n": {"type": "integer"}}, "properties": {"a": {"$ref": "#/$defs/n"}}}
        """;
    assertThat(check(older, newer, Compatibility.BACKWARD))
        .extracting(Incompatibility::pointer)
        .containsExactly("/a");
  }

  @Test
  void rules_that_cannot_be_compared_are_reported() {
    String one = "{\"oneOf\": [{\"type\": \"string\"}, {\"type\": \"null\"}]}";
    String other = "{\"oneOf\": [{\"type\": \"string\"}, {\"type\": \"number\"}]}";
    List<Incompatibility> reasons = check(one, other, Compatibility.BACKWARD);
    assertThat(reasons).hasSize(1);
    assertThat(reasons.getFirst().judged()).isFalse();
    assertThat(reasons.getFirst().message())
        .isEqualTo("has other rules under oneOf: cannot be compared");
    assertThat(check(one, one.replace("[{", "[ {"), Compatibility.FULL)).isEmpty();
    assertThat(check(one, other, Compatibility.NONE)).isEmpty();
  }

  @Test
  void a_reader_can_drop_a_rule_that_cannot_be_compared() {
    String strict = "{\"type\": \"string\", \"not\": {\"const\": \"a\"}}";
    assertThat(check(strict, "{\"type\": \"string\"}", Compatibility.BACKWARD)).isEmpty();
  }

  @Test
  void a_changed_definition_is_detected_behind_equal_references() {
    String text =
        "{\"$defs\": {\"d\": {\"type\": \"%s\"}}, \"oneOf\": [{\"$ref\": \"#/$defs/d\"}]}";
    assertThat(check(text.formatted("string"), text.formatted("null"), Compatibility.BACKWARD))
        .hasSize(1);
  }

  @Test
  void two_versions_of_a_built_in_type_differ_only_by_version() {
    EventSchema first = BuiltInSchemas.all().get(0);
    EventSchema second = BuiltInSchemas.all().get(1);
    assertThat(CompatibilityRules.check(first, second, Compatibility.FULL))
        .extracting(Incompatibility::pointer)
        .containsOnly("/schema_version");
  }

  private static List<Incompatibility> check(String older, String newer, Compatibility mode) {
    return CompatibilityRules.check(
        EventSchema.of("t", "1.0", older), EventSchema.of("t", "1.1", newer), mode);
  }
}
