package dev.waybill.events.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.events.pattern.StepBudget;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// The supported part of JSON Schema, case by case. The official suite is run by
/// `scripts/schema-suite.sh`.
final class SchemaCasesTest {

  @ParameterizedTest
  @MethodSource("cases")
  void a_schema_accepts_and_refuses_as_the_draft_requires(JsonNode group) {
    CompiledSchema schema = CompiledSchema.of(JsonTrees.write(group.path("schema")));
    for (JsonNode value : group.path("accepts")) {
      assertThat(schema.validate(value)).as("%s", value).isEmpty();
    }
    for (JsonNode value : group.path("refuses")) {
      assertThat(schema.validate(value)).as("%s", value).isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("refused")
  void a_malformed_or_unsupported_schema_is_refused_with_the_pointer(JsonNode group) {
    assertThat(SchemaRules.errors(group.path("schema"), StepBudget.forRequest()))
        .extracting(SchemaFinding::pointer)
        .contains(group.path("at").stringValue());
  }

  static Stream<Named<JsonNode>> cases() throws IOException {
    return read("schema-cases.json");
  }

  static Stream<Named<JsonNode>> refused() throws IOException {
    return read("refused-schemas.json");
  }

  private static Stream<Named<JsonNode>> read(String file) throws IOException {
    try (InputStream in = SchemaCasesTest.class.getResourceAsStream(file)) {
      return JsonTrees.EVENTS
          .readTree(Objects.requireNonNull(in))
          .valueStream()
          .map(group -> Named.of(group.path("about").stringValue(), group));
    }
  }
}
