package dev.waybill.events.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.events.jsonschema.SchemaFinding;
import dev.waybill.events.jsonschema.SchemaFinding.Severity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SchemaLintTest {

  @Test
  void a_schema_without_descriptions_gets_warnings() {
    assertThat(SchemaLint.of("{}"))
        .extracting(SchemaFinding::message)
        .anyMatch(message -> message.startsWith("has no $schema"))
        .anyMatch(message -> message.startsWith("has no title"))
        .anyMatch(message -> message.startsWith("has no description"));
    assertThat(SchemaLint.of("{}"))
        .extracting(SchemaFinding::severity)
        .containsOnly(Severity.WARNING);
  }

  @ParameterizedTest
  @CsvSource({
    "propertys, properties",
    "MinLength, minLength",
    "requierd, required",
    "addtionalProperties, additionalProperties"
  })
  void a_misspelled_keyword_gets_a_suggestion(String wrong, String right) {
    assertThat(SchemaLint.of("{\"" + wrong + "\": {}}"))
        .contains(
            SchemaFinding.warning(
                "/" + wrong,
                "is not a keyword of JSON Schema and has no effect; did you mean " + right + "?"));
  }

  @Test
  void a_custom_keyword_must_start_with_x() {
    assertThat(SchemaLint.of("{\"owner\": \"me\"}"))
        .extracting(SchemaFinding::pointer)
        .contains("/owner");
    assertThat(SchemaLint.of("{\"x-owner\": \"me\"}"))
        .extracting(SchemaFinding::pointer)
        .doesNotContain("/x-owner");
  }

  @Test
  void a_required_field_that_is_not_defined_is_named() {
    assertThat(SchemaLint.of("{\"properties\": {\"a\": {}}, \"required\": [\"a\", \"b\"]}"))
        .contains(
            SchemaFinding.warning(
                "/required", "names \"b\", which is not among the properties; define it"));
  }

  @Test
  void a_string_without_maxlength_and_a_field_without_description_get_warnings() {
    assertThat(SchemaLint.of("{\"properties\": {\"a\": {\"type\": \"string\"}}}"))
        .contains(
            SchemaFinding.warning("/properties/a", "is a string of any length; add maxLength"),
            SchemaFinding.warning("/properties/a", "has no description; describe the field"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"^(a+)+$", "(x*)*", "(a|ab)*c", "^[a-z]+$", "^(a|b)c*$"})
  void nested_repeats_in_a_pattern_get_no_warning(String pattern) {
    assertThat(SchemaLint.of("{\"pattern\": \"" + pattern + "\"}"))
        .extracting(SchemaFinding::pointer)
        .doesNotContain("/pattern");
  }

  @Test
  void an_unknown_format_gets_a_warning() {
    assertThat(SchemaLint.of("{\"format\": \"datetime\"}"))
        .extracting(SchemaFinding::pointer)
        .contains("/format");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "{\"$schema\": \"http://json-schema.org/draft-07/schema#\"}",
        "{\"type\": \"text\"}"
      })
  void a_problem_that_prevents_registration_is_an_error(String text) {
    assertThat(SchemaLint.of(text)).extracting(SchemaFinding::severity).contains(Severity.ERROR);
  }
}
