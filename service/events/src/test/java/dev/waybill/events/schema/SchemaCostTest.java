package dev.waybill.events.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a schema may cost, whoever wrote it.
final class SchemaCostTest {

  private static final int LEVELS = 16;

  @ParameterizedTest
  @ValueSource(strings = {"allOf", "anyOf", "oneOf"})
  void a_schema_that_doubles_its_rules_by_references_is_refused(String keyword) {
    assertRefused(doubling("{\"" + keyword + "\": [%1$s, %1$s]}"));
  }

  @Test
  void a_long_chain_of_anchors_is_refused() {
    String chain =
        IntStream.range(0, 2_000)
            .mapToObj(
                i ->
                    "\"d%1$d\": {\"$anchor\": \"a%1$d\", \"$ref\": \"#a%2$d\"}".formatted(i, i + 1))
            .collect(Collectors.joining(","));
    assertRefused("{\"$defs\": {" + chain + ", \"d\": {\"$anchor\": \"a2000\"}}}");
  }

  @Test
  void a_sample_that_doubles_with_each_level_is_refused() {
    EventSchema schema =
        EventSchema.of(
            "t",
            "1.0",
            doubling("{\"type\": \"object\", \"properties\": {\"x\": %1$s, \"y\": %1$s}}"));
    assertThatThrownBy(() -> SamplePayload.of(schema))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code().wire()).isEqualTo("invalid_schema"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(?:(?=){30000}){30000}", "((?:){30000}){30000}", "(a)\\\\1", "a(?!b)", "(?<=a)b"})
  void a_pattern_that_cannot_be_matched_in_linear_time_is_refused(String pattern) {
    assertRefused("{\"pattern\": \"" + pattern + "\"}");
  }

  @Test
  void a_deeply_nested_pattern_is_refused_whatever_the_stack() {
    assertRefused("{\"pattern\": \"" + "(".repeat(600) + ")".repeat(600) + "\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"multipleOf", "minimum", "const"})
  void a_number_with_a_huge_exponent_is_refused(String keyword) {
    assertRefused("{\"" + keyword + "\": 1e-2000}");
  }

  private static String doubling(String form) {
    String levels =
        IntStream.range(0, LEVELS)
            .mapToObj(
                i ->
                    "\"a%d\": %s"
                        .formatted(i, form.formatted("{\"$ref\": \"#/$defs/a" + (i + 1) + "\"}")))
            .collect(Collectors.joining(","));
    return "{\"$ref\": \"#/$defs/a0\", \"$defs\": {" + levels + ", \"a" + LEVELS + "\": {}}}";
  }

  private static void assertRefused(String text) {
    assertThatThrownBy(() -> CompiledSchema.of(text))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code().wire()).isEqualTo("invalid_schema"));
  }
}
