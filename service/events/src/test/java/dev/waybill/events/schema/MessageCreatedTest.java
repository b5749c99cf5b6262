package dev.waybill.events.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import dev.waybill.events.jsonschema.CompiledSchema;
import dev.waybill.events.jsonschema.JsonTrees;
import dev.waybill.events.jsonschema.Side;
import dev.waybill.topic.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The violations of `message_created` for producers.
final class MessageCreatedTest {

  private static final CompiledSchema FIRST = Events.builtIn("message_created", "1.0");
  private static final CompiledSchema SECOND = Events.builtIn("message_created", "2.0");

  @Test
  @Seed({"S1.1", "S1.5"})
  void the_unchanged_examples_are_valid() {
    assertThat(FIRST.validate(JsonTrees.read(Events.MESSAGE_CREATED))).isEmpty();
    assertThat(FIRST.validate(JsonTrees.read(Events.MANUAL_MESSAGE))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/schema_version",
        "/event_type",
        "/event_id",
        "/timestamp",
        "/source",
        "/message",
        "/metadata",
        "/message/message_id",
        "/message/message_type",
        "/message/stage",
        "/message/created_by",
        "/message/correlation_id",
        "/metadata/region",
        "/metadata/environment"
      })
  @Seed("S1.5")
  void a_required_field_that_is_missing_is_named(String pointer) {
    JsonNode event = Events.without(Events.MESSAGE_CREATED, pointer);
    assertThat(FIRST.validate(event))
        .containsExactly(new Violation(pointer, "required", "is missing; add it"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/schema_version      | 1.0            | is the number 1.0; it must be a string",
        "/event_type          | \"deleted\"    | is \"deleted\"; it must be \"message_created\"",
        "/event_id            | 7              | is the number 7; it must be a string",
        "/event_id            | null           | is null; it must be a string",
        "/timestamp           | \"yesterday\"  | is \"yesterday\"; it must be a time such as"
            + " 2025-10-21T14:30:00Z",
        "/timestamp           | \"2025-02-30T00:00:00Z\" | is \"2025-02-30T00:00:00Z\"; it must be"
            + " a time such as 2025-10-21T14:30:00Z",
        "/message             | []             | is an array; it must be an object",
        "/message/message_type| \"\"           | is too short; it must have at least 1 characters",
        "/message/message_type| \" \"          | is \" \"; it must match \\S",
        "/metadata/region     | \" \"          | is \" \"; it must match \\S",
        "/metadata/environment| \" \"          | is \" \"; it must match \\S",
        "/metadata            | null           | is null; it must be an object",
        "/metadata/region     | \"\"           | is too short; it must have at least 1 characters",
        "/metadata/environment| true           | is true; it must be a string"
      })
  @Seed("S1.5")
  void a_field_of_the_wrong_form_is_refused_with_what_it_must_be(
      String pointer, String value, String message) {
    JsonNode event = Events.with(Events.MESSAGE_CREATED, pointer, value);
    assertThat(FIRST.validate(event))
        .anySatisfy(
            violation -> {
              assertThat(violation.pointer()).isEqualTo(pointer);
              assertThat(violation.message()).isEqualTo(message);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"/event_id", "/message/message_id", "/message/correlation_id"})
  @Seed("S1.5")
  void an_id_that_is_not_a_uuid_is_refused(String pointer) {
    JsonNode event = Events.with(Events.MESSAGE_CREATED, pointer, "\"event-uuid\"");
    Violation found = only(FIRST.validate(event));
    assertThat(found.pointer()).isEqualTo(pointer);
    assertThat(found.message()).startsWith("is \"event-uuid\"; it must match ^[0-9A-Za-z]{8}-");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "/source             @ \"robot\" @ is \"robot\"; it must be one of \"scheduler\","
            + " \"web-api\"",
        "/message/stage      @ \"test\"  @ is \"test\"; it must be one of \"dev\", \"stage\","
            + " \"prod\"",
        "/message/created_by @ \"alice\" @ is \"alice\"; it must match"
            + " ^(scheduler|user:[^\\s]{1,250})$",
        "/message/created_by @ \"user:\" @ is \"user:\"; it must match"
            + " ^(scheduler|user:[^\\s]{1,250})$"
      })
  @Seed("S1.7")
  void source_stage_and_creator_have_fixed_forms(String pointer, String value, String message) {
    JsonNode event = Events.with(Events.MESSAGE_CREATED, pointer, value);
    Violation found = only(FIRST.validate(event));
    assertThat(found.pointer()).isEqualTo(pointer);
    assertThat(found.message()).isEqualTo(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/trace", "/message/trace", "/metadata/trace"})
  @Seed("S1.5")
  void unknown_fields_are_tolerated_everywhere(String pointer) {
    JsonNode event = Events.with(Events.MESSAGE_CREATED, pointer, "{\"a\": [1]}");
    assertThat(FIRST.validate(event, Side.PUBLISH)).isEmpty();
    assertThat(FIRST.validate(event, Side.CONSUME)).isEmpty();
  }

  @Test
  @Seed("S1.15")
  void each_version_refuses_the_events_of_the_other() {
    JsonNode second = Events.with(Events.MESSAGE_CREATED, "/schema_version", "\"2.0\"");
    assertThat(only(FIRST.validate(second)).pointer()).isEqualTo("/schema_version");
    assertThat(only(SECOND.validate(JsonTrees.read(Events.MESSAGE_CREATED))).pointer())
        .isEqualTo("/schema_version");
    assertThat(SECOND.validate(second)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"low\"", "\"normal\"", "\"high\""})
  @Seed("S1.15")
  void a_message_of_the_second_version_may_have_a_priority(String priority) {
    JsonNode event = second("/message/priority", priority);
    assertThat(SECOND.validate(event)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/message/priority | \"urgent\" | is \"urgent\"; it must be one of \"low\", \"normal\","
            + " \"high\"",
        "/message/retry_policy | 3 | is the number 3; it must be an object",
        "/message/retry_policy/max_errors | 0 | is 0; it must be at least 1",
        "/message/retry_policy/first_delay | \"soon\" | is \"soon\"; it must be a duration such as"
            + " PT5S"
      })
  @Seed("S1.15")
  void priority_and_retry_policy_have_their_forms(String pointer, String value, String message) {
    Violation found = only(SECOND.validate(second(pointer, value)));
    assertThat(found.pointer()).isEqualTo(pointer);
    assertThat(found.message()).isEqualTo(message);
  }

  @Test
  @Seed("S1.15")
  void a_message_of_the_second_version_may_have_a_retry_policy() {
    String policy =
        """
        {"max_errors": 5, "first_delay": "PT1S", "factor": 2, "max_delay": "PT1H", "jitter": 0.5}
        """;
    assertThat(SECOND.validate(second("/message/retry_policy", policy))).isEmpty();
  }

  @Test
  @Seed("S1.15")
  void an_event_of_the_first_version_becomes_one_of_the_second() {
    SchemaVersion first = SchemaVersion.of("1.0");
    SchemaVersion second = SchemaVersion.of("2.0");
    JsonNode event = JsonTrees.read(Events.MESSAGE_CREATED);
    JsonNode upcast =
        Upcasters.of(BuiltInSchemas.set()).upcast("message_created", event, first, second);
    assertThat(SECOND.validate(upcast)).isEmpty();
    assertThat(FIRST.validate(event)).isEmpty();
  }

  @Test
  @Seed("S1.18")
  void what_is_written_and_read_back_is_the_same_and_still_valid() {
    JsonNode event = JsonTrees.read(Events.MESSAGE_CREATED);
    JsonNode back = JsonTrees.read(JsonTrees.write(event));
    assertThat(back).isEqualTo(event);
    assertThat(FIRST.validate(back)).isEmpty();
  }

  private static JsonNode second(String pointer, String value) {
    JsonNode event = Events.with(Events.MESSAGE_CREATED, "/schema_version", "\"2.0\"");
    return Events.with(event.toString(), pointer, value);
  }

  private static Violation only(List<Violation> violations) {
    assertThat(violations).hasSize(1);
    return violations.getFirst();
  }
}
