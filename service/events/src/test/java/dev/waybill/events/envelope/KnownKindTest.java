package dev.waybill.events.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.conformance.Seed;
import dev.waybill.topic.Attribute;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The identifiers of built-in kinds of events, and rules that their schemas cannot express. The
/// schemas have separate tests.
final class KnownKindTest {

  @Test
  @Seed({"S1.1", "S1.4", "S1.5"})
  void a_message_created_event_has_its_identifiers() {
    Envelope event = Samples.read(Samples.SCHEDULED);

    assertThat(event.kind()).isEqualTo(Envelope.Kind.MESSAGE_CREATED);
    assertThat(event.id()).isEqualTo("770f9600-g49d-62f6-c938-668877662222");
    assertThat(event.type()).isEqualTo("message_created");
    assertThat(event.source()).isEqualTo("scheduler");
    assertThat(event.time()).isEqualTo(Instant.parse("2025-10-21T14:30:00Z"));
    assertThat(event.key()).isEqualTo("550e8400-e29b-41d4-a716-446655440000");
    assertThat(event.correlationId()).isEqualTo("660e9500-f39c-52e5-b827-557766551111");
    assertThat(event.attributes())
        .containsExactly(
            Map.entry("event_type", Attribute.of("message_created")),
            Map.entry("message_type", Attribute.of("scheduled_hello")),
            Map.entry("stage", Attribute.of("dev")),
            Map.entry("source", Attribute.of("scheduler")));
  }

  @Test
  @Seed({"S3.1", "S3.4"})
  void an_event_of_the_bus_has_its_identifiers() {
    Envelope event = Samples.read(Samples.FREE_FOOD);

    assertThat(event.kind()).isEqualTo(Envelope.Kind.FREE_FOOD_EVENT);
    assertThat(event.id()).isEqualTo("b5f5c8f4-52f1-4b68-a2a1-7757b71a4df0");
    assertThat(event.schemaVersion()).isEqualTo("1.0.0");
    assertThat(event.time()).isEqualTo(Instant.parse("2025-11-02T14:03:22Z"));
    assertThat(event.attributes())
        .containsExactly(
            Map.entry("type", Attribute.of("FREE_FOOD_EVENT")),
            Map.entry("source", Attribute.of("umass-calendar")));
  }

  @ParameterizedTest
  @CsvSource({
    "schema_version, /schema_version",
    "event_id, /event_id",
    "source, /source",
    "message, /message",
    "message_id, /message/message_id"
  })
  @Seed("S1.5")
  void a_message_created_event_without_an_identifier_is_refused(String name, String pointer) {
    assertRefused(Samples.SCHEDULED.replace("\"" + name + "\"", "\"other_" + name + "\""), pointer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"schema_version", "event_id", "source"})
  @Seed({"S3.1", "S3.3"})
  void an_event_of_the_bus_without_an_identifier_is_refused(String name) {
    assertRefused(
        Samples.FREE_FOOD.replace("\"" + name + "\"", "\"other_" + name + "\""), "/" + name);
  }

  @Test
  @Seed("S1.6")
  void an_event_id_must_differ_from_the_message_id() {
    assertRefused(
        Samples.SCHEDULED.replace(
            "770f9600-g49d-62f6-c938-668877662222", "550e8400-e29b-41d4-a716-446655440000"),
        "/event_id");
  }

  @Test
  @Seed("S1.13")
  void a_message_created_event_has_at_most_256_kib() {
    String large =
        Samples.SCHEDULED.replace(
            "\"metadata\"", "\"note\":\"" + "x".repeat(256 * 1024) + "\",\"metadata\"");

    assertThat(Samples.refused(() -> Samples.read(large)).code()).isEqualTo(Code.PAYLOAD_TOO_LARGE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"1.0.0\" | \"1.0\" | /schema_version",
        "\"1.0.0\" | \"one\" | /schema_version",
        "\"1.0.0\" | 1 | /schema_version",
        "\"retries\": 0 | \"retries\": 0.0 | /retries",
        "\"retries\": 0 | \"retries\": 1e2 | /retries",
        "0.93 | 1e999999999 | /llm_confidence"
      })
  @Seed({"S3.1", "S3.11"})
  void an_event_of_the_bus_must_follow_the_rules_beyond_its_schema(
      String good, String bad, String pointer) {
    assertRefused(Samples.FREE_FOOD.replace(good, bad), pointer);
  }

  @Test
  @Seed("S1.8")
  void a_broken_rule_inside_a_notification_is_reported_there() {
    assertRefused(
        Samples.notification(Samples.SCHEDULED.replace("\"event_id\"", "\"id\"")), "/Message");
  }

  @Test
  @Seed({"S1.15", "S3.9"})
  void other_versions_need_only_their_identifiers() {
    String third = Samples.SCHEDULED.replace("\"1.0\"", "\"3.0\"").replace("\"stage\"", "\"s\"");
    String minor = Samples.FREE_FOOD.replace("1.0.0", "1.1.0").replace("\"title\"", "\"name\"");

    assertThat(Samples.read(third).schemaVersion()).isEqualTo("3.0");
    assertThat(Samples.read(third).attributes()).doesNotContainKey("stage");
    assertThat(Samples.read(minor).schemaVersion()).isEqualTo("1.1.0");
  }

  @Test
  @Seed("S1.15")
  void version_2_has_a_priority_and_a_retry_policy() {
    MessageDelivery wanted =
        MessageDelivery.of(
            Samples.read(
                second(
                    "\"priority\":\"high\",\"retry_policy\":"
                        + "{\"max_errors\":5,\"first_delay\":\"PT1S\"}")));

    assertThat(wanted.priority()).isEqualTo(Priority.HIGH);
    assertThat(wanted.retryPolicy())
        .isEqualTo(new RetryPolicy(5, 3, Duration.ofSeconds(1), 3, Duration.ofHours(1), 0.5));
    assertThat(MessageDelivery.of(Samples.read(second("\"note\":1"))))
        .isEqualTo(new MessageDelivery(null, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"priority\":\"urgent\" | /message/priority",
        "\"priority\":1 | /message/priority",
        "\"retry_policy\":5 | /message/retry_policy",
        "\"retry_policy\":{\"max_errors\":0} | /message/retry_policy/max_errors",
        "\"retry_policy\":{\"max_error\":5} | /message/retry_policy/max_error"
      })
  @Seed("S1.15")
  void an_unreadable_delivery_is_refused(String field, String pointer) {
    assertRefused(second(field), pointer);
  }

  @Test
  @Seed("S1.15")
  void version_1_ignores_priority() {
    String json = Samples.SCHEDULED.replace("\"message_id\"", "\"priority\":7,\"message_id\"");

    assertThat(MessageDelivery.of(Samples.read(json)).priority()).isNull();
  }

  private static String second(String field) {
    return Samples.SCHEDULED
        .replace("\"1.0\"", "\"2.0\"")
        .replace("\"message_id\"", field + ",\"message_id\"");
  }

  private static void assertRefused(String json, String pointer) {
    assertThat(Samples.refused(() -> Samples.read(json)))
        .isInstanceOfSatisfying(
            InvalidEvent.class, refused -> assertThat(refused.pointer()).isEqualTo(pointer));
  }
}
