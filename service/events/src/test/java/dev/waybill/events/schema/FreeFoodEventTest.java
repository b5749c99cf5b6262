package dev.waybill.events.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import dev.waybill.events.jsonschema.CompiledSchema;
import dev.waybill.events.jsonschema.JsonTrees;
import dev.waybill.events.jsonschema.Side;
import dev.waybill.topic.Violation;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The violations of `FREE_FOOD_EVENT` for producers and consumers.
final class FreeFoodEventTest {

  private static final CompiledSchema SCHEMA = Events.builtIn("FREE_FOOD_EVENT", "1.0.0");

  @Test
  @Seed({"S3.1", "S3.12"})
  void the_unchanged_example_is_valid() {
    assertThat(SCHEMA.validate(JsonTrees.read(Events.FREE_FOOD))).isEmpty();
    byte[] bytes = Events.FREE_FOOD.getBytes(StandardCharsets.UTF_8);
    assertThat(SCHEMA.validate(bytes, Side.PUBLISH)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/schema_version",
        "/event_id",
        "/title",
        "/source",
        "/type",
        "/published_at",
        "/retries",
        "/metadata"
      })
  @Seed({"S3.1", "S3.3"})
  void a_producer_must_send_required_fields(String pointer) {
    JsonNode event = Events.without(Events.FREE_FOOD, pointer);
    assertThat(SCHEMA.validate(event))
        .containsExactly(new Violation(pointer, "required", "is missing; add it"));
    assertThat(SCHEMA.validate(event, Side.CONSUME))
        .containsExactly(new Violation(pointer, "required", "is missing; add it"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/description", "/location", "/start_time", "/llm_confidence", "/reason"})
  @Seed({"S3.1", "S3.5", "S3.7"})
  void optional_fields_may_be_missing_or_null(String pointer) {
    assertThat(SCHEMA.validate(Events.without(Events.FREE_FOOD, pointer))).isEmpty();
    assertThat(SCHEMA.validate(Events.with(Events.FREE_FOOD, pointer, "null"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/schema_version | \"1.0\" | is \"1.0\"; it must match ^1\\.[0-9]{1,9}\\.[0-9]{1,9}$",
        "/schema_version | \"2.0.0\" | is \"2.0.0\"; it must match ^1\\.[0-9]{1,9}\\.[0-9]{1,9}$",
        "/event_id | 17 | is the number 17; it must be a string",
        "/event_id | \"\" | is too short; it must have at least 1 characters",
        "/event_id | \" \" | is \" \"; it must match \\S",
        "/title | null | is null; it must be a string",
        "/title | \" \" | is \" \"; it must match \\S",
        "/source | \" \" | is \" \"; it must match \\S",
        "/retries | 99999999999 | is 99999999999; it must be at most 2147483647",
        "/title | \"\" | is too short; it must have at least 1 characters",
        "/description | 5 | is the number 5; it must be a string or null",
        "/location | {} | is an object; it must be a string or null",
        "/source | null | is null; it must be a string",
        "/reason | false | is false; it must be a string or null",
        "/type | \"PARTY\" | is \"PARTY\"; it must be \"FREE_FOOD_EVENT\"",
        "/retries | -1 | is -1; it must be at least 0",
        "/retries | 0.5 | is the number 0.5; it must be a whole number",
        "/retries | \"0\" | is a string; it must be a whole number"
      })
  @Seed({"S3.1", "S3.3"})
  void a_field_of_the_wrong_form_is_refused_with_what_it_must_be(
      String pointer, String value, String message) {
    assertRefused(pointer, value, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/published_at | \"2025-11-02T14:03:22+00:00\" | is \"2025-11-02T14:03:22+00:00\"; it must"
            + " match T[0-9:.]+Z$",
        "/published_at | \"2025-11-02 14:03:22Z\" | is \"2025-11-02 14:03:22Z\"; it must match"
            + " T[0-9:.]+Z$",
        "/published_at | null | is null; it must be a string",
        "/start_time | \"2025-11-02T18:00:00+02:00\" | is \"2025-11-02T18:00:00+02:00\"; it must"
            + " match T[0-9:.]+Z$",
        "/start_time | \"2025-13-02T18:00:00Z\" | is \"2025-13-02T18:00:00Z\"; it must be a time"
            + " such as 2025-10-21T14:30:00Z",
        "/llm_confidence | 1.01 | is 1.01; it must be at most 1",
        "/llm_confidence | -0.1 | is -0.1; it must be at least 0",
        "/llm_confidence | \"high\" | is a string; it must be a number or null",
        "/metadata | null | is null; it must be an object",
        "/metadata | [] | is an array; it must be an object"
      })
  @Seed("S3.11")
  void times_end_in_z_confidence_is_0_to_1_and_metadata_is_never_null(
      String pointer, String value, String message) {
    assertRefused(pointer, value, message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "0.0", "1.0", "0.5"})
  @Seed("S3.11")
  void confidence_can_be_0_and_1(String confidence) {
    assertThat(SCHEMA.validate(Events.with(Events.FREE_FOOD, "/llm_confidence", confidence)))
        .isEmpty();
  }

  @Test
  @Seed({"S3.4", "S3.11"})
  void any_id_of_the_source_is_allowed() {
    JsonNode event = Events.with(Events.FREE_FOOD, "/event_id", "\"cal-2025-11-02-1234\"");
    assertThat(SCHEMA.validate(event)).isEmpty();
  }

  @Test
  @Seed("S3.6")
  void a_producer_may_not_add_a_field_at_the_top() {
    JsonNode event = Events.with(Events.FREE_FOOD, "/tags", "[\"pizza\"]");
    assertThat(SCHEMA.validate(event))
        .containsExactly(
            new Violation(
                "/tags",
                "additionalProperties",
                "is not a field of the schema; remove it, or register a version of the schema"
                    + " that has it"));
  }

  @Test
  @Seed("S3.7")
  void a_consumer_accepts_unknown_fields() {
    JsonNode event = Events.with(Events.FREE_FOOD, "/tags", "[\"pizza\"]");
    assertThat(SCHEMA.validate(event, Side.CONSUME)).isEmpty();
  }

  @Test
  @Seed({"S3.7", "S3.8"})
  void an_event_with_a_recorded_failure_is_valid() {
    JsonNode retried = Events.with(Events.FREE_FOOD, "/retries", "3");
    JsonNode event = Events.with(retried.toString(), "/metadata/last_error", "\"timed out\"");
    assertThat(SCHEMA.validate(event, Side.CONSUME)).isEmpty();
  }

  @Test
  @Seed("S3.5")
  void nulls_for_unknown_values_are_valid() {
    String sent =
        """
        {"schema_version": "1.0.0", "event_id": "x", "title": "Bagels", "description": null,
         "location": null, "start_time": null, "source": "unknown", "llm_confidence": null,
         "reason": null, "type": "FREE_FOOD_EVENT", "published_at": "2025-11-02T14:03:22.123456Z",
         "retries": 0, "metadata": {}}
        """;
    assertThat(SCHEMA.validate(JsonTrees.read(sent))).isEmpty();
  }

  @Test
  @Seed("S3.13")
  void every_field_of_the_built_in_schemas_is_described() {
    for (EventSchema schema : BuiltInSchemas.all()) {
      assertThat(SchemaLint.of(schema.text())).as(schema.name()).isEmpty();
    }
  }

  private static void assertRefused(String pointer, String value, String message) {
    JsonNode event = Events.with(Events.FREE_FOOD, pointer, value);
    assertThat(SCHEMA.validate(event)).extracting(Violation::pointer).containsOnly(pointer);
    assertThat(SCHEMA.validate(event)).extracting(Violation::message).contains(message);
  }
}
