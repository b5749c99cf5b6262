package dev.waybill.events.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.conformance.Seed;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

final class FreeFoodEventTest {

  private static final Instant NOW = Instant.parse("2025-11-02T14:03:22Z");

  @Test
  @Seed({"S3.1", "S3.12"})
  void the_example_is_read_and_written_with_all_its_fields() {
    FreeFoodEvent event = FreeFoodEvent.read(Payload.of(Samples.FREE_FOOD));

    assertThat(event.title()).isEqualTo("Free Pizza Night");
    assertThat(event.llmConfidence()).isEqualTo(new BigDecimal("0.93"));
    assertThat(Samples.tree(event.write()))
        .isEqualTo(StrictJson.MAPPER.readTree(Samples.FREE_FOOD));
    assertThat(Samples.tree(event.write()).propertyNames())
        .containsExactlyElementsOf(StrictJson.MAPPER.readTree(Samples.FREE_FOOD).propertyNames());
  }

  @Test
  @Seed({"S3.3", "S3.4", "S3.11"})
  void a_producer_says_title_and_source_and_the_rest_is_set() {
    FreeFoodEvent event = FreeFoodEvent.of("Free Pizza Night", "umass-calendar").build(NOW);
    JsonNode json = Samples.tree(event.write());

    assertThat(UUID.fromString(event.eventId())).isNotNull();
    assertThat(json.propertyNames())
        .containsExactly(
            "schema_version",
            "event_id",
            "title",
            "source",
            "type",
            "published_at",
            "retries",
            "metadata");
    assertThat(json.get("published_at").stringValue()).isEqualTo("2025-11-02T14:03:22Z");
    assertThat(json.get("retries").intValue()).isZero();
    assertThat(json.get("metadata").isObject()).isTrue();
    assertThat(Samples.read(event.write().text()).kind()).isEqualTo(Envelope.Kind.FREE_FOOD_EVENT);
  }

  @Test
  @Seed({"S3.4", "S3.5"})
  void a_producer_can_say_everything() {
    FreeFoodEvent event =
        FreeFoodEvent.of("cal-7", "Free Pizza Night", "umass-calendar")
            .description("Pizza")
            .location("Room 150")
            .startTime("2025-11-02T18:00:00Z")
            .llmConfidence(0.93)
            .reason("free")
            .metadata("organizer", "ACM")
            .build(NOW);

    assertThat(event.eventId()).isEqualTo("cal-7");
    assertThat(FreeFoodEvent.read(event.write())).isEqualTo(event);
  }

  @Test
  @Seed({"S3.3", "S3.11"})
  void a_producer_that_breaks_a_rule_is_told() {
    FreeFoodEventBuilder event = FreeFoodEvent.of("t", "s");

    assertThat(Samples.refusal(() -> FreeFoodEvent.of(" ", "s"))).startsWith("/title is blank");
    assertThat(Samples.refusal(() -> FreeFoodEvent.of("t", ""))).startsWith("/source is blank");
    assertThat(Samples.refusal(() -> event.startTime("2025-11-02T18:00:00+01:00")))
        .startsWith("/start_time must be a UTC time that ends in Z");
    assertThat(Samples.refusal(() -> event.metadata((JsonNode) null)))
        .startsWith("/metadata must be an object, never null");
    assertThat(Samples.refusal(() -> event.llmConfidence(Double.NaN)))
        .isEqualTo("/llm_confidence must be a number from 0 to 1");
    for (double confidence : List.of(-0.01, 1.01)) {
      assertThat(Samples.refusal(() -> event.llmConfidence(confidence).build(NOW)))
          .isEqualTo("/llm_confidence must be a number from 0 to 1; it is " + confidence);
    }
  }

  @Test
  @Seed("S3.7")
  void nulls_of_optional_fields_are_read_as_the_seed_sends_them() {
    String json =
        """
        {"schema_version":"1.0.0","event_id":"1","title":"t","description":null,"location":null,
         "start_time":null,"source":"unknown","llm_confidence":null,"reason":null,
         "type":"FREE_FOOD_EVENT","published_at":"2025-11-02T14:03:22.123456Z","retries":0,
         "metadata":{}}\
        """;

    FreeFoodEvent event = FreeFoodEvent.read(Payload.of(json));

    assertThat(event.description()).isNull();
    assertThat(event.startTime()).isNull();
    assertThat(Samples.read(json).time()).isEqualTo(Instant.parse("2025-11-02T14:03:22.123456Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "schema_version",
        "event_id",
        "title",
        "source",
        "published_at",
        "retries",
        "metadata"
      })
  @Seed({"S3.1", "S3.3"})
  void each_required_field_is_missed(String name) {
    String json = Samples.FREE_FOOD.replace("\"" + name + "\"", "\"other_" + name + "\"");

    assertThat(Samples.refusal(() -> Samples.read(json))).startsWith("/" + name + " is missing; ");
  }

  @Test
  @Seed({"S3.1", "S3.3"})
  void the_type_is_missed_by_those_who_expect_it() {
    String json = Samples.FREE_FOOD.replace("\"type\"", "\"kind\"");

    assertThat(Samples.refusal(() -> FreeFoodEvent.read(Payload.of(json))))
        .startsWith("/type is missing; ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"retries\": 0 | \"retries\": -1 | /retries must be a whole number of 0 or more",
        "\"retries\": 0 | \"retries\": 0.0 | /retries must be a whole number of 0 or more",
        "\"retries\": 0 | \"retries\": \"0\" | /retries must be a whole number of 0 or more",
        "\"retries\": 0 | \"retries\": 99999999999 | /retries must be a whole number of 0 or more",
        "0.93 | 1.0000001 | /llm_confidence must be a number from 0 to 1",
        "0.93 | -1e-9 | /llm_confidence must be a number from 0 to 1",
        "0.93 | 1e999 | /llm_confidence must be a number from 0 to 1",
        "0.93 | 1e999999999 | /llm_confidence has more than 1000 digits",
        "0.93 | \"high\" | /llm_confidence must be a number from 0 to 1; it is a" + " string",
        "2025-11-02T18:00:00Z | 2025-11-02T18:00:00+00:00 | /start_time must be a UTC time",
        "2025-11-02T18:00:00Z | 2025-11-02 18:00 | /start_time must be a UTC time",
        "2025-11-02T14:03:22Z | 2025-11-02T14:03:22-05:00 | /published_at must be a UTC time",
        "2025-11-02T14:03:22Z | 2025-13-02T14:03:22Z | /published_at must be a UTC time",
        "\"metadata\": { | \"metadata\": null, \"x\": { | /metadata must be an object, never null",
        "\"metadata\": { | \"metadata\": [], \"x\": { | /metadata must be an object; it is an"
            + " array",
        "\"1.0.0\" | \"1.0\" | /schema_version must be a version such as",
        "\"1.0.0\" | 1 | /schema_version must be a string; it is a number",
        "\"title\": | \"tags\": [], \"title\": | /tags is not a field of version 1.0.0; put it"
            + " into",
        "\"reason\": \"LLM | \"reason\": 5, \"x\": \"LLM | /reason must be a string; it is a number"
      })
  @Seed({"S3.1", "S3.6", "S3.11"})
  void a_field_that_breaks_its_rule_is_named(String good, String bad, String answer) {
    String json = Samples.FREE_FOOD.replace(good, bad);

    assertThat(json).isNotEqualTo(Samples.FREE_FOOD);
    assertThat(Samples.refusal(() -> Samples.read(json))).startsWith(answer);
  }

  @Test
  @Seed({"S3.6", "S3.9"})
  void a_patch_may_add_a_field_and_a_minor_version_may_rename_one() {
    String patch =
        Samples.FREE_FOOD.replace("1.0.0", "1.0.1").replace("\"title\"", "\"tags\":[],\"title\"");
    String minor = Samples.FREE_FOOD.replace("1.0.0", "1.1.0").replace("\"title\"", "\"name\"");

    assertThat(Samples.read(patch).schemaVersion()).isEqualTo("1.0.1");
    assertThat(Samples.read(minor).schemaVersion()).isEqualTo("1.1.0");
  }

  @Test
  @Seed("S3.10")
  void another_major_version_gives_a_warning_and_the_configured_handling() {
    VersionCheck handled = VersionCheck.of("2.0.0", VersionCheck.Handling.HANDLE);
    VersionCheck rejected = VersionCheck.of("10.1.0", VersionCheck.Handling.REJECT);

    assertThat(handled.warning())
        .isEqualTo("unsupported schema version \"2.0.0\"; it is handled as if it were version 1");
    assertThat(handled.handling()).isEqualTo(VersionCheck.Handling.HANDLE);
    assertThat(rejected.warning()).endsWith("it is rejected");
    assertThat(rejected.handling()).isEqualTo(VersionCheck.Handling.REJECT);
    assertThat(VersionCheck.of("1.7.3", VersionCheck.Handling.REJECT))
        .isEqualTo(new VersionCheck(null, VersionCheck.Handling.HANDLE));
  }
}
