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

/// What a producer of `message_created` events sees for each rule that it breaks.
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
          "schema_version": "1.0", |  | invalid_argument | /schema_version | is missing; a message_created event needs it as a string that is not blank
          "event_type": "message_created", |  | invalid_argument | /event_type | is missing; send it or /type as a string, or give the type beside the event
          "event_id": "770f9600-e29b-62f6-c938-668877662222", |  | invalid_argument | /event_id | is missing; a message_created event needs it as a string that is not blank
          "timestamp": "2025-10-21T14:30:00.000Z", |  | invalid_argument | /timestamp | is missing; a message_created event needs it as a time such as 2025-10-21T14:30:00.000Z
          "source": "scheduler", |  | invalid_argument | /source | is missing; a message_created event needs it as a string that is not blank
          "message": { | "other": { | invalid_argument | /message | is missing; a message_created event needs it as an object
          "message_id": "550e8400-e29b-41d4-a716-446655440000", |  | invalid_argument | /message/message_id | is missing; a message_created event needs it as a string that is not blank
          "message_type": "scheduled_hello", |  | invalid_argument | /message/message_type | is missing; a message_created event needs it as a string that is not blank
          "stage": "dev", |  | invalid_argument | /message/stage | is missing; a message_created event needs it as a string that is not blank
          "created_by": "scheduler", |  | invalid_argument | /message/created_by | is missing; a message_created event needs it as a string that is not blank
          "correlation_id": "660e9500-f39c-52e5-b827-557766551111", |  | invalid_argument | /message/correlation_id | is missing; a message_created event needs it as a string that is not blank
          "metadata": { | "other": { | invalid_argument | /metadata | is missing; a message_created event needs it as an object
          "region": "us-east-1", |  | invalid_argument | /metadata/region | is missing; a message_created event needs it as a string that is not blank
          "environment": "dev", |  | invalid_argument | /metadata/environment | is missing; a message_created event needs it as a string that is not blank
          # null and blank
          "stage": "dev" | "stage": null | invalid_argument | /message/stage | is missing; a message_created event needs it as a string that is not blank
          "message": { | "message": null, "m": { | invalid_argument | /message | is missing; a message_created event needs it as an object
          "1.0" | " " | invalid_argument | /schema_version | is blank; a message_created event needs text here
          "scheduled_hello" | "" | invalid_argument | /message/message_type | is blank; a message_created event needs text here
          # wrong type
          "1.0" | 1.0 | invalid_argument | /schema_version | must be a string; it is a number
          "message_created" | 7 | invalid_argument | /event_type | is missing; send it or /type as a string, or give the type beside the event
          "770f9600-e29b-62f6-c938-668877662222" | 7 | invalid_argument | /event_id | must be a string; it is a number
          "2025-10-21T14:30:00.000Z" | 1761057000 | invalid_argument | /timestamp | must be a string; it is a number
          "source": "scheduler" | "source": ["scheduler"] | invalid_argument | /source | must be a string; it is an array
          "message": { | "message": [], "m": { | invalid_argument | /message | must be an object; it is an array
          "stage": "dev" | "stage": true | invalid_argument | /message/stage | must be a string; it is a boolean
          "metadata": { | "metadata": "none", "m": { | invalid_argument | /metadata | must be an object; it is a string
          "us-east-1" | {} | invalid_argument | /metadata/region | must be a string; it is an object
          # times
          2025-10-21T14:30:00.000Z | 2025-10-21 14:30 | invalid_argument | /timestamp | must be a time such as 2025-10-21T14:30:00.000Z; it is "2025-10-21 14:30"
          2025-10-21T14:30:00.000Z | 2025-10-21T14:30:00 | invalid_argument | /timestamp | must be a time such as 2025-10-21T14:30:00.000Z; it is "2025-10-21T14:30:00"
          2025-10-21T14:30:00.000Z | 2025-02-30T14:30:00Z | invalid_argument | /timestamp | must be a time such as 2025-10-21T14:30:00.000Z; it is "2025-02-30T14:30:00Z"
          # values
          "source": "scheduler" | "source": "cron" | invalid_argument | /source | must be "scheduler" or "web-api"; it is "cron"
          "created_by": "scheduler" | "created_by": "alice" | invalid_argument | /message/created_by | must be "scheduler" or "user:" and a name; it is "alice"
          "created_by": "scheduler" | "created_by": "user:" | invalid_argument | /message/created_by | must be "scheduler" or "user:" and a name; it is "user:"
          "created_by": "scheduler" | "created_by": "user:a b" | schema_violation | /message/created_by | `is "user:a b"; it must match ^(scheduler|user:[^\\s]{1,250})$`
          "stage": "dev" | "stage": "test" | schema_violation | /message/stage | is "test"; it must be one of "dev", "stage", "prod"
          770f9600-e29b-62f6-c938-668877662222 | 550e8400-e29b-41d4-a716-446655440000 | invalid_argument | /event_id | must differ from /message/message_id; give every event an id of its own
          770f9600-e29b-62f6-c938-668877662222 | event-7 | schema_violation | /event_id | is "event-7"; it must match ^[0-9A-Za-z]{8}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{12}$
          550e8400-e29b-41d4-a716-446655440000 | message-7 | schema_violation | /message/message_id | is "message-7"; it must match ^[0-9A-Za-z]{8}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{12}$
          660e9500-f39c-52e5-b827-557766551111 | story-7 | schema_violation | /message/correlation_id | is "story-7"; it must match ^[0-9A-Za-z]{8}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{12}$
          # no strict JSON
          "stage": "dev", | "stage": "dev", "stage": "prod", | invalid_argument | /message/stage | is there twice; send it once
          "note": 1 | "note": 1, | invalid_argument | /message/note | is not strict JSON: it has something that JSON does not allow
          "note": 1 | "note": NaN | invalid_argument | /message/note | is not strict JSON: it has something that JSON does not allow
          "note": 1 | "note": "\\u0000" | invalid_argument | /message/note | has a NUL or half of a surrogate pair in its text; send Unicode text without NUL
          """)
  @Seed({"S1.5", "S1.6", "S1.7"})
  void each_rule_that_is_broken_is_named(
      String part, @Nullable String instead, String code, String pointer, String sentence) {
    bad.refused(bad.with(part, instead), code, pointer, sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "note": 1 | "priority": "urgent" | invalid_argument | /message/priority | must be "low", "normal" or "high"; it is "urgent"
          "note": 1 | "priority": 1 | invalid_argument | /message/priority | must be a string; it is a number
          "note": 1 | "retry_policy": 5 | invalid_argument | /message/retry_policy | must be an object; it is a number
          "note": 1 | "retry_policy": {"max_errors": "5"} | invalid_argument | /message/retry_policy/max_errors | is refused: must be a whole number
          "note": 1 | "retry_policy": {"max_errors": 0} | invalid_retry_policy | /message/retry_policy/max_errors | is refused: max errors must be 1 to 1000
          "note": 1 | "retry_policy": {"first_delay": "soon"} | invalid_argument | /message/retry_policy/first_delay | is refused: must be a duration such as 30s, 5m, 1h30m, 500ms or PT30S; it is "soon"
          "note": 1 | "retry_policy": {"factor": 0.5} | invalid_retry_policy | /message/retry_policy/factor | is refused: factor must be 1 to 100
          "note": 1 | "retry_policy": {"max_error": 5} | invalid_argument | /message/retry_policy/max_error | is refused: there is no field "max_error"; did you mean "max_errors"?
          """)
  @Seed("S1.15")
  void version_2_has_rules_of_its_own(
      String part, @Nullable String instead, String code, String pointer, String sentence) {
    String event = bad.with(part, instead).replace("\"1.0\"", "\"2.0\"");
    bad.refused(event, code, pointer, sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.0", "two"})
  @Seed("S1.15")
  void a_version_that_nobody_knows_is_taken_with_a_warning(String version) {
    String event =
        bad.with("\"1.0\"", "\"" + version + "\"").replace("770f9600", "00000" + version);
    Running.Answer answer = bad.publish(event);
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    assertThat(answer.json().at("warnings", 0).text())
        .isEqualTo(
            "version "
                + version
                + " of \"message_created\" is not registered; known are [1.0, 2.0]; it was not"
                + " checked");
  }

  @Test
  @Seed("S1.13")
  void an_event_of_more_than_256_kib_is_refused() {
    String most = bad.with("\"note\": 1", "\"note\": \"%s\"");
    int fill = 256 * 1024 - (most.length() - "%s".length());
    bad.refused(
        most.formatted("x".repeat(fill + 1)),
        "payload_too_large",
        "",
        "has 262145 bytes; a message_created event has at most 262144: send identifiers only");
    String fits = most.formatted("x".repeat(fill)).replace("770f9600", "770f9601");
    assertThat(bad.publish(fits).status()).isEqualTo(201);
  }

  @Test
  @Seed("S1.8")
  void what_is_wrong_inside_a_notification_is_said_to_be_there() {
    bad.refused(
        """
        {"Type": "Notification", "MessageId": "1", \
        "Message": "{\\"event_type\\":\\"message_created\\",\\"schema_version\\":7}"}\
        """,
        "invalid_argument",
        "/Message",
        "in it /schema_version must be a string; it is a number",
        "in /Message: /schema_version must be a string; it is a number");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          `` | is empty; send a JSON object
          pizza | is not strict JSON: it has something that JSON does not allow at line 1, column 1
          {"a": 1 | is not strict JSON: it ends too early
          [] | must be a JSON object; send {...}
          null | must be a JSON object; send {...}
          {} {} | goes on after its JSON value; send one value
          """)
  @Seed("S1.10")
  void what_is_no_event_at_all_is_refused(String body, String sentence) {
    bad.refused(body, "invalid_argument", body.startsWith("{\"a") ? "/a" : "", sentence);
  }

  @Test
  void an_id_that_was_used_for_another_event_is_told_so() {
    assertThat(bad.publish(EVENT).status()).isEqualTo(201);
    Running.Answer again = bad.publish(bad.with("scheduled_hello", "other"));
    assertThat(again.status()).isEqualTo(422);
    assertThat(again.code()).isEqualTo("request_id_conflict");
    assertThat(again.json().at("detail").text()).contains("770f9600-e29b-62f6-c938-668877662222");
  }
}
