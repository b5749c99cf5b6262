package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The errors for `message_created` events that violate rules.
final class BadMessageEventsTest {

  private static final String EVENT =
      """
      {
        "schema_version": "1.0",
        "event_type": "message_created",
        "event_id": "770f9600-e29b-62f6-c938-668877662222",
        "timestamp": "2025-10-21T14:30:00.000Z",
        "source": "scheduler",
        "message": {
          "message_id": "550e8400-e29b-41d4-a716-446655440000",
          "message_type": "scheduled_hello",
          "stage": "dev",
          "created_by": "scheduler",
          "correlation_id": "660e9500-f39c-52e5-b827-557766551111",
          "note": 1
        },
        "metadata": {"region": "us-east-1", "environment": "dev", "more": 1}
      }\
      """;

  private static @TempDir Path folder;
  private static BadEvents bad;

  @BeforeAll
  static void start() {
    bad = new BadEvents(folder, EVENT);
  }

  @AfterAll
  static void stop() {
    bad.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # each required field, missing
          "schema_version": "1.0", |  | invalid_argument | /schema_version
          "event_type": "message_created", |  | invalid_argument | /event_type
          "event_id": "770f9600-e29b-62f6-c938-668877662222", |  | invalid_argument | /event_id
          "timestamp": "2025-10-21T14:30:00.000Z", |  | schema_violation | /timestamp
          "source": "scheduler", |  | invalid_argument | /source
          "message": { | "other": { | invalid_argument | /message
          "message_id": "550e8400-e29b-41d4-a716-446655440000", |  | invalid_argument | /message/message_id
          "message_type": "scheduled_hello", |  | schema_violation | /message/message_type
          "stage": "dev", |  | schema_violation | /message/stage
          "created_by": "scheduler", |  | schema_violation | /message/created_by
          "correlation_id": "660e9500-f39c-52e5-b827-557766551111", |  | schema_violation | /message/correlation_id
          "metadata": { | "other": { | schema_violation | /metadata
          "region": "us-east-1", |  | schema_violation | /metadata/region
          "environment": "dev", |  | schema_violation | /metadata/environment
          # null and blank
          "stage": "dev" | "stage": null | schema_violation | /message/stage
          "message": { | "message": null, "m": { | invalid_argument | /message
          "1.0" | " " | invalid_argument | /schema_version
          "scheduled_hello" | "" | schema_violation | /message/message_type
          # wrong type
          "1.0" | 1.0 | invalid_argument | /schema_version
          "message_created" | 7 | invalid_argument | /event_type
          "770f9600-e29b-62f6-c938-668877662222" | 7 | invalid_argument | /event_id
          "2025-10-21T14:30:00.000Z" | 1761057000 | invalid_argument | /timestamp
          "source": "scheduler" | "source": ["scheduler"] | invalid_argument | /source
          "message": { | "message": [], "m": { | invalid_argument | /message
          "stage": "dev" | "stage": true | schema_violation | /message/stage
          "metadata": { | "metadata": "none", "m": { | schema_violation | /metadata
          "us-east-1" | {} | schema_violation | /metadata/region
          # times
          2025-10-21T14:30:00.000Z | 2025-10-21 14:30 | invalid_argument | /timestamp
          2025-10-21T14:30:00.000Z | 2025-10-21T14:30:00 | invalid_argument | /timestamp
          2025-10-21T14:30:00.000Z | 2025-02-30T14:30:00Z | invalid_argument | /timestamp
          # values
          "source": "scheduler" | "source": "cron" | schema_violation | /source
          "created_by": "scheduler" | "created_by": "alice" | schema_violation | /message/created_by
          "created_by": "scheduler" | "created_by": "user:" | schema_violation | /message/created_by
          "created_by": "scheduler" | "created_by": "user:a b" | schema_violation | /message/created_by
          "stage": "dev" | "stage": "test" | schema_violation | /message/stage
          770f9600-e29b-62f6-c938-668877662222 | 550e8400-e29b-41d4-a716-446655440000 | invalid_argument | /event_id
          770f9600-e29b-62f6-c938-668877662222 | event-7 | schema_violation | /event_id
          550e8400-e29b-41d4-a716-446655440000 | message-7 | schema_violation | /message/message_id
          660e9500-f39c-52e5-b827-557766551111 | story-7 | schema_violation | /message/correlation_id
          # no strict JSON
          "stage": "dev", | "stage": "dev", "stage": "prod", | invalid_argument | /message/stage
          "note": 1 | "note": 1, | invalid_argument | /message/note
          "note": 1 | "note": NaN | invalid_argument | /message/note
          "note": 1 | "note": "\\u0000" | invalid_argument | /message/note
          """)
  @Seed({"S1.5", "S1.6", "S1.7"})
  void each_violated_rule_is_reported(
      String part, @Nullable String instead, String code, String pointer) {
    bad.refused(bad.with(part, instead), code, pointer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "note": 1 | "priority": "urgent" | invalid_argument | /message/priority
          "note": 1 | "priority": 1 | invalid_argument | /message/priority
          "note": 1 | "retry_policy": 5 | invalid_argument | /message/retry_policy
          "note": 1 | "retry_policy": {"max_errors": "5"} | invalid_argument | /message/retry_policy/max_errors
          "note": 1 | "retry_policy": {"max_errors": 0} | invalid_retry_policy | /message/retry_policy/max_errors
          "note": 1 | "retry_policy": {"first_delay": "soon"} | invalid_argument | /message/retry_policy/first_delay
          "note": 1 | "retry_policy": {"factor": 0.5} | invalid_retry_policy | /message/retry_policy/factor
          "note": 1 | "retry_policy": {"max_error": 5} | invalid_argument | /message/retry_policy/max_error
          """)
  @Seed("S1.15")
  void version_2_has_rules_of_its_own(
      String part, @Nullable String instead, String code, String pointer) {
    String event = bad.with(part, instead).replace("\"1.0\"", "\"2.0\"");
    bad.refused(event, code, pointer);
  }

  @Test
  @Seed("S1.6")
  void a_rule_violated_inside_a_notification_is_reported() {
    String event = bad.with("\"stage\": \"dev\"", "\"stage\": \"test\"");
    String escaped = event.replace("\"", "\\\"").replace("\n", "\\n");
    String notification =
        """
        {"Type": "Notification", "MessageId": "m-1", "TopicArn": "arn:aws:sns:local:0:t",
         "Timestamp": "2025-10-21T14:30:00.000Z", "Message": "%s"}\
        """
            .formatted(escaped);
    bad.refused(notification, "schema_violation", "/message/stage");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.0", "two"})
  @Seed("S1.15")
  void an_unknown_version_is_accepted_with_a_warning(String version) {
    String event =
        bad.with("\"1.0\"", "\"" + version + "\"").replace("770f9600", "00000" + version);
    Running.Answer answer = bad.publish(event);
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    assertThat(answer.json().at("warnings", 0).text())
        .contains(version, "[1.0, 2.0]", "was not checked");
  }

  @Test
  @Seed("S1.13")
  void an_event_of_more_than_256_kib_is_refused() {
    String most = bad.with("\"note\": 1", "\"note\": \"%s\"");
    int fill = 256 * 1024 - (most.length() - "%s".length());
    bad.refused(most.formatted("x".repeat(fill + 1)), "payload_too_large", "");
    String fits = most.formatted("x".repeat(fill)).replace("770f9600", "770f9601");
    assertThat(bad.publish(fits).status()).isEqualTo(201);
  }

  @Test
  @Seed("S1.8")
  void an_error_inside_a_notification_points_to_its_message() {
    bad.refused(
        """
        {"Type": "Notification", "MessageId": "1", \
        "Message": "{\\"event_type\\":\\"message_created\\",\\"schema_version\\":7}"}\
        """,
        "invalid_argument",
        "/Message");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``
          pizza
          {"a": 1
          []
          null
          {} {}
          """)
  @Seed("S1.10")
  void a_body_that_is_not_an_event_is_refused(String body) {
    bad.refused(body, "invalid_argument", body.startsWith("{\"a") ? "/a" : "");
  }

  @Test
  void an_id_that_was_used_for_another_event_is_refused() {
    assertThat(bad.publish(EVENT).status()).isEqualTo(201);
    Running.Answer again = bad.publish(bad.with("scheduled_hello", "other"));
    assertThat(again.status()).isEqualTo(422);
    assertThat(again.code()).isEqualTo("request_id_conflict");
    assertThat(again.json().at("detail").text()).contains("770f9600-e29b-62f6-c938-668877662222");
  }
}
