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

/// The errors for events on the event bus that violate rules.
final class BadBusEventsTest {

  private static final String EVENT =
      """
      {
        "schema_version": "1.0.0",
        "event_id": "b5f5c8f4-52f1-4b68-a2a1-7757b71a4df0",
        "title": "Free Pizza Night",
        "description": "Join us.",
        "location": "Room 150",
        "start_time": "2025-11-02T18:00:00Z",
        "source": "umass-calendar",
        "llm_confidence": 0.93,
        "type": "FREE_FOOD_EVENT",
        "metadata": {"organizer": "ACM"},
        "published_at": "2025-11-02T14:03:22Z",
        "retries": 0,
        "reason": "free"
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
          "schema_version": "1.0.0", |  | invalid_argument | /schema_version
          "event_id": "b5f5c8f4-52f1-4b68-a2a1-7757b71a4df0", |  | invalid_argument | /event_id
          "title": "Free Pizza Night", |  | schema_violation | /title
          "source": "umass-calendar", |  | invalid_argument | /source
          "type": "FREE_FOOD_EVENT", |  | invalid_argument | /event_type
          "published_at": "2025-11-02T14:03:22Z", |  | schema_violation | /published_at
          "retries": 0, |  | schema_violation | /retries
          "metadata": {"organizer": "ACM"}, |  | schema_violation | /metadata
          # null and blank
          "Free Pizza Night" | null | schema_violation | /title
          "Free Pizza Night" | " " | schema_violation | /title
          "umass-calendar" | "" | invalid_argument | /source
          "2025-11-02T14:03:22Z" | null | schema_violation | /published_at
          "retries": 0 | "retries": null | schema_violation | /retries
          {"organizer": "ACM"} | null | schema_violation | /metadata
          # wrong type
          "1.0.0" | 1 | invalid_argument | /schema_version
          "b5f5c8f4-52f1-4b68-a2a1-7757b71a4df0" | 7 | invalid_argument | /event_id
          "Free Pizza Night" | ["Pizza"] | schema_violation | /title
          "Join us." | 1 | schema_violation | /description
          "Room 150" | {} | schema_violation | /location
          "umass-calendar" | 1 | invalid_argument | /source
          "free" | false | schema_violation | /reason
          "FREE_FOOD_EVENT" | 1 | invalid_argument | /event_type
          {"organizer": "ACM"} | [] | schema_violation | /metadata
          {"organizer": "ACM"} | "ACM" | schema_violation | /metadata
          # times
          2025-11-02T18:00:00Z | 2025-11-02T18:00:00 | schema_violation | /start_time
          2025-11-02T18:00:00Z | 2025-11-02T18:00:00+00:00 | schema_violation | /start_time
          2025-11-02T14:03:22Z | 2025-11-02T14:03:22-05:00 | schema_violation | /published_at
          2025-11-02T14:03:22Z | yesterday | invalid_argument | /published_at
          # values
          0.93 | 1.01 | schema_violation | /llm_confidence
          0.93 | -0.1 | schema_violation | /llm_confidence
          0.93 | "0.9" | schema_violation | /llm_confidence
          "retries": 0 | "retries": -1 | schema_violation | /retries
          "retries": 0 | "retries": 1.5 | invalid_argument | /retries
          "retries": 0 | "retries": "0" | schema_violation | /retries
          "1.0.0" | "1.0" | invalid_argument | /schema_version
          "1.0.0" | "v1" | invalid_argument | /schema_version
          # fields that version 1.0.0 does not have
          "retries": 0 | "retries": 0, "tags": [] | schema_violation | /tags
          # no strict JSON
          "title": "Free Pizza Night" | "title": "a", "title": "b" | invalid_argument | /title
          "retries": 0 | "retries": 00 | invalid_argument | /retries
          """)
  @Seed({"S3.1", "S3.3", "S3.6", "S3.11"})
  void each_violated_rule_is_reported(
      String part, @Nullable String instead, String code, String pointer) {
    bad.refused(bad.with(part, instead), code, pointer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0.1", "1.1.0", "2.0.0"})
  @Seed({"S3.9", "S3.10"})
  void a_later_version_is_accepted_with_a_warning(String version) {
    String event =
        bad.with("\"1.0.0\"", "\"" + version + "\"").replace("b5f5c8f4", "b5-" + version);
    Running.Answer answer = bad.publish(event);
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    assertThat(answer.json().at("warnings", 0).text())
        .contains(version, version.startsWith("1.0.") ? "was checked as 1.0.0" : "was not checked");
  }

  @Test
  @Seed("S3.6")
  void a_later_version_may_have_more_fields() {
    String event = bad.with("\"1.0.0\"", "\"1.0.1\", \"tags\": []").replace("b5f5c8f4", "tags");
    assertThat(bad.publish(event).status()).isEqualTo(201);
  }

  @Test
  @Seed("S3.9")
  void a_patch_version_has_the_rules_of_its_minor_version() {
    String event = bad.with("\"1.0.0\"", "\"1.0.1\"").replace("\"title\"", "\"name\"");
    bad.refused(event, "schema_violation", "/title");
  }

  @Test
  void an_event_of_more_than_1_mib_is_refused() {
    String event = bad.with("Join us.", "%s");
    int fill = 1024 * 1024 - (event.length() - "%s".length());
    bad.refused(event.formatted("x".repeat(fill + 1)), "payload_too_large", "");
  }
}
