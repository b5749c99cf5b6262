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

/// What a producer on the event bus sees for each rule that it breaks.
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
          "schema_version": "1.0.0", |  | invalid_argument | /schema_version | is missing; an event of the bus needs it as a string that is not blank
          "event_id": "b5f5c8f4-52f1-4b68-a2a1-7757b71a4df0", |  | invalid_argument | /event_id | is missing; an event of the bus needs it as a string that is not blank
          "title": "Free Pizza Night", |  | invalid_argument | /title | is missing; an event of the bus needs it as a string that is not blank
          "source": "umass-calendar", |  | invalid_argument | /source | is missing; an event of the bus needs it as a string that is not blank
          "type": "FREE_FOOD_EVENT", |  | invalid_argument | /event_type | is missing; send it or /type as a string, or give the type beside the event
          "published_at": "2025-11-02T14:03:22Z", |  | invalid_argument | /published_at | is missing; an event of the bus needs it as the UTC time of publishing, ending in Z
          "retries": 0, |  | invalid_argument | /retries | is missing; an event of the bus needs it as a whole number; a producer starts with 0
          "metadata": {"organizer": "ACM"}, |  | invalid_argument | /metadata | is missing; an event of the bus needs it as an object
          # null and blank
          "Free Pizza Night" | null | invalid_argument | /title | is missing; an event of the bus needs it as a string that is not blank
          "Free Pizza Night" | " " | invalid_argument | /title | is blank; an event of the bus needs text here
          "umass-calendar" | "" | invalid_argument | /source | is blank; an event of the bus needs text here
          "2025-11-02T14:03:22Z" | null | invalid_argument | /published_at | is missing; an event of the bus needs it as the UTC time of publishing, ending in Z
          "retries": 0 | "retries": null | invalid_argument | /retries | is missing; an event of the bus needs it as a whole number; a producer starts with 0
          {"organizer": "ACM"} | null | invalid_argument | /metadata | must be an object, never null; send {}
          # wrong type
          "1.0.0" | 1 | invalid_argument | /schema_version | must be a string; it is a number
          "b5f5c8f4-52f1-4b68-a2a1-7757b71a4df0" | 7 | invalid_argument | /event_id | must be a string; it is a number
          "Free Pizza Night" | ["Pizza"] | invalid_argument | /title | must be a string; it is an array
          "Join us." | 1 | invalid_argument | /description | must be a string; it is a number
          "Room 150" | {} | invalid_argument | /location | must be a string; it is an object
          "umass-calendar" | 1 | invalid_argument | /source | must be a string; it is a number
          "free" | false | invalid_argument | /reason | must be a string; it is a boolean
          "FREE_FOOD_EVENT" | 1 | invalid_argument | /event_type | is missing; send it or /type as a string, or give the type beside the event
          {"organizer": "ACM"} | [] | invalid_argument | /metadata | must be an object; it is an array
          {"organizer": "ACM"} | "ACM" | invalid_argument | /metadata | must be an object; it is a string
          # times
          2025-11-02T18:00:00Z | 2025-11-02T18:00:00 | invalid_argument | /start_time | must be a UTC time that ends in Z, such as 2025-11-02T18:00:00Z; it is "2025-11-02T18:00:00"
          2025-11-02T18:00:00Z | 2025-11-02T18:00:00+00:00 | invalid_argument | /start_time | must be a UTC time that ends in Z, such as 2025-11-02T18:00:00Z; it is "2025-11-02T18:00:00+00:00"
          2025-11-02T14:03:22Z | 2025-11-02T14:03:22-05:00 | invalid_argument | /published_at | must be a UTC time that ends in Z, such as 2025-11-02T18:00:00Z; it is "2025-11-02T14:03:22-05:00"
          2025-11-02T14:03:22Z | yesterday | invalid_argument | /published_at | must be a UTC time that ends in Z, such as 2025-11-02T18:00:00Z; it is "yesterday"
          # values
          0.93 | 1.01 | invalid_argument | /llm_confidence | must be a number from 0 to 1; it is 1.01
          0.93 | -0.1 | invalid_argument | /llm_confidence | must be a number from 0 to 1; it is -0.1
          0.93 | "0.9" | invalid_argument | /llm_confidence | must be a number from 0 to 1; it is a string
          "retries": 0 | "retries": -1 | invalid_argument | /retries | must be a whole number of 0 or more; it is -1
          "retries": 0 | "retries": 1.5 | invalid_argument | /retries | must be a whole number of 0 or more; it is 1.5
          "retries": 0 | "retries": "0" | invalid_argument | /retries | must be a whole number of 0 or more; it is "0"
          "1.0.0" | "1.0" | invalid_argument | /schema_version | must be a version such as "1.0.0"; it is "1.0"
          "1.0.0" | "v1" | invalid_argument | /schema_version | must be a version such as "1.0.0"; it is "v1"
          # fields that version 1.0.0 does not have
          "retries": 0 | "retries": 0, "tags": [] | invalid_argument | /tags | is not a field of version 1.0.0; put it into /metadata, or raise /schema_version
          # no strict JSON
          "title": "Free Pizza Night" | "title": "a", "title": "b" | invalid_argument | /title | is there twice; send it once
          "retries": 0 | "retries": 00 | invalid_argument | /retries | is not strict JSON: it has something that JSON does not allow
          """)
  @Seed({"S3.1", "S3.3", "S3.6", "S3.11"})
  void each_rule_that_is_broken_is_named(
      String part, @Nullable String instead, String code, String pointer, String sentence) {
    bad.refused(bad.with(part, instead), code, pointer, sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0.1", "1.1.0", "2.0.0"})
  @Seed({"S3.9", "S3.10"})
  void a_later_version_is_taken_with_a_warning(String version) {
    String event =
        bad.with("\"1.0.0\"", "\"" + version + "\"").replace("b5f5c8f4", "b5-" + version);
    Running.Answer answer = bad.publish(event);
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    assertThat(answer.json().at("warnings", 0).text())
        .isEqualTo(
            "version "
                + version
                + " of \"FREE_FOOD_EVENT\" is not registered; known are [1.0.0]; it was not"
                + " checked");
  }

  @Test
  @Seed("S3.6")
  void a_later_version_may_have_more_fields() {
    String event = bad.with("\"1.0.0\"", "\"1.0.1\", \"tags\": []").replace("b5f5c8f4", "tags");
    assertThat(bad.publish(event).status()).isEqualTo(201);
  }

  @Test
  void an_event_of_more_than_1_mib_is_refused() {
    String event = bad.with("Join us.", "%s");
    int fill = 1024 * 1024 - (event.length() - "%s".length());
    bad.refused(
        event.formatted("x".repeat(fill + 1)),
        "payload_too_large",
        "",
        "has 1048577 bytes; at most 1048576 may be; keep what is large elsewhere and send where");
  }
}
