package dev.waybill.events.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.events.jsonschema.CompiledSchema;
import dev.waybill.events.jsonschema.JsonTrees;
import dev.waybill.events.jsonschema.KeywordChanges;
import dev.waybill.events.jsonschema.Side;
import dev.waybill.events.pattern.StepBudget;
import dev.waybill.topic.Schema.Compatibility;
import dev.waybill.topic.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Limits for the cost of schemas.
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
  void a_deeply_nested_pattern_is_refused_on_any_stack() {
    assertRefused("{\"pattern\": \"" + "(".repeat(600) + ")".repeat(600) + "\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"multipleOf", "minimum", "const"})
  void a_number_with_a_huge_exponent_is_refused(String keyword) {
    assertRefused("{\"" + keyword + "\": 1e-2000}");
  }

  @Test
  void an_event_that_exceeds_the_budget_is_a_violation() {
    String both = "{\"properties\": {\"x\": {\"$ref\": \"#\"}}}";
    CompiledSchema schema =
        CompiledSchema.of("{\"type\": \"object\", \"allOf\": [" + both + "," + both + "]}");
    String event = "{\"x\": ".repeat(60) + "{}" + "}".repeat(60);
    StepBudget steps = StepBudget.of(100_000);
    assertThat(schema.validate(JsonTrees.EVENTS.readTree(event), Side.PUBLISH, steps))
        .extracting(Violation::keyword)
        .containsExactly("cost");
    assertThat(steps.taken()).isBetween(100_000L, 110_000L);
  }

  @Test
  void all_work_of_a_request_shares_one_budget() {
    StepBudget steps = StepBudget.forRequest();
    CompiledSchema schema = CompiledSchema.of("{\"pattern\": \"^[a-z]+$\"}", steps);
    long compiled = steps.taken();
    schema.validate(JsonTrees.read("\"abc\""), Side.PUBLISH, steps);
    long checked = steps.taken();
    SamplePayload.of("sample", schema, steps);
    assertThat(compiled).isPositive();
    assertThat(checked).isGreaterThan(compiled);
    assertThat(steps.taken()).isGreaterThan(checked);
  }

  @Test
  void comparing_schemas_with_fanned_out_references_ends() {
    String form = "{\"type\": \"object\", \"properties\": {\"x\": %1$s, \"y\": %1$s}}";
    String older = doubling(form);
    String newer =
        older.replace("\"a" + LEVELS + "\": {}", "\"a" + LEVELS + "\": {\"type\": \"null\"}");
    StepBudget steps = StepBudget.forRequest();
    KeywordChanges.between(JsonTrees.read(older), JsonTrees.read(newer), steps);
    CompatibilityRules.check(
        JsonTrees.read(older), JsonTrees.read(newer), Compatibility.FULL, steps);
    assertThat(steps.taken()).isLessThan(1_000_000);
  }

  @Test
  void compiling_follows_each_reference_once() {
    String form = "{\"properties\": {\"x\": %1$s, \"y\": %1$s}}";
    StepBudget steps = StepBudget.forRequest();
    CompiledSchema.of(doubling(form), steps);
    assertThat(steps.taken()).isLessThan(10_000);
  }

  @Test
  void the_deepest_schema_and_event_fit_on_a_small_stack() throws InterruptedException {
    String link = "{\"allOf\": [{\"$ref\": \"#/$defs/a%d\"}]}";
    String chain =
        IntStream.range(0, 40)
            .mapToObj(i -> ("\"a%d\": " + link).formatted(i, i + 1))
            .collect(Collectors.joining(","));
    String text =
        "{\"$ref\": \"#/$defs/a0\", \"$defs\": {"
            + chain
            + ", \"a40\": {\"properties\": {\"x\": {\"$ref\": \"#\"}}}}}";
    String event = "{\"x\": ".repeat(60) + "{}" + "}".repeat(60);
    List<Violation> found = new ArrayList<>();
    Thread small =
        new Thread(
            null,
            () -> found.addAll(CompiledSchema.of(text).validate(JsonTrees.EVENTS.readTree(event))),
            "small",
            256 * 1024);
    small.start();
    small.join();
    assertThat(found).extracting(Violation::keyword).containsExactly("cost");
  }

  @Test
  void a_schema_too_deep_for_a_document_is_refused() {
    assertRefused("{\"not\":".repeat(61) + "true" + "}".repeat(61));
    assertRefused("{\"minimum\":1" + "0".repeat(100) + "}");
  }

  @Test
  void the_number_of_checked_unknown_keywords_is_limited() {
    String keywords =
        IntStream.range(0, 10_000)
            .mapToObj("\"requierd%d\": 1"::formatted)
            .collect(Collectors.joining(","));
    assertThat(SchemaLint.of("{" + keywords + "}")).hasSizeLessThanOrEqualTo(200);
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
