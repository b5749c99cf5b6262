package dev.waybill.events.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Patterns and formats follow ECMA-262 and the RFCs.
final class EcmaPatternsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "^\\\\p{Letter}+$     | \"Größe\"     | true",
        "^\\\\p{Letter}+$     | \"a1\"        | false",
        "^\\\\s$              | \"\\u00a0\"   | true",
        "^\\\\s$              | \"\\ufeff\"   | true",
        "^\\\\S$              | \"\\u2003\"   | false",
        "^\\\\d$              | \"\\u0665\"   | false",
        "^\\\\w+$             | \"é\"         | false",
        "[]                   | \"a\"         | false",
        "^[^]$                | \"\\n\"       | true",
        "^\\\\u{1F355}$       | \"🍕\"        | true",
        "^.$                  | \"🍕\"        | true",
        "^\\\\cJ$             | \"\\n\"       | true",
        "^(?<year>[0-9]{4})$  | \"2026\"      | true",
        "^.$                  | \"\\u2028\"   | false"
      })
  void a_pattern_has_the_meaning_of_ecma_262(String pattern, String value, boolean matches) {
    CompiledSchema schema = CompiledSchema.of("{\"pattern\": \"" + pattern + "\"}");
    assertThat(schema.validate(JsonTrees.read(value)).isEmpty()).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "date-time | 2025-10-21T14:30:00Z\\n",
        "regex     | (?i)a",
        "hostname  | xn--X",
        "hostname  | -a.example"
      })
  void a_text_that_violates_its_format_is_refused(String format, String value) {
    CompiledSchema schema = CompiledSchema.of("{\"format\": \"" + format + "\"}");
    assertThat(schema.validate(JsonTrees.read("\"" + value + "\""))).hasSize(1);
  }

  @Test
  void a_host_name_of_more_than_253_characters_is_refused() {
    CompiledSchema schema = CompiledSchema.of("{\"format\": \"hostname\"}");
    assertThat(schema.validate(JsonTrees.read("\"" + "abcdefg.".repeat(31) + "abcdef\"")))
        .hasSize(1);
    assertThat(schema.validate(JsonTrees.read("\"" + "abcdefg.".repeat(31) + "abcde\""))).isEmpty();
  }
}
