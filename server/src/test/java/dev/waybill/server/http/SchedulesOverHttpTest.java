package dev.waybill.server.http;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.conformance.ManualClock;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.settings.Settings;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
final class SchedulesOverHttpTest {

  private static final String ONE = "/v1/schedules/report";
  private static final String DAILY =
      """
      {"cron": "30 9 * * *", "zone": "Europe/Lisbon", "overlap": "skip",
       "action": {"job": {"type": "report", "queue": "reports", "payload": {"n" : 1.50}}}}\
      """;

  private final ManualClock clock = new ManualClock();
  private @TempDir Path folder;
  private Running running;

  @BeforeEach
  void start() {
    clock.set(Instant.parse("2030-03-29T12:00:00Z"));
    Settings settings = Settings.DEFAULT.withClock(clock).withMaintenanceEvery(null);
    running = Running.in(folder, HttpLimits.DEFAULT, settings);
  }

  @AfterEach
  void stop() {
    running.close();
  }

  @Test
  void a_schedule_that_was_put_is_returned_with_its_next_ten_firings() {
    Running.Answer put = put(ONE, DAILY);
    assertThat(put.status()).as(put.body()).isEqualTo(200);
    assertThat(put.body())
        .contains("\"cron\":\"30 9 * * *\"", "\"zone\":\"Europe/Lisbon\"", "{\"n\" : 1.50}");
    assertThat(running.get(ONE).body()).isEqualTo(put.body());
    assertThat(slots(put)).hasSize(10);
    assertThat(slots(put).subList(0, 3))
        .as("the clocks of Lisbon change on the 31st")
        .containsExactly("2030-03-30T09:30:00Z", "2030-03-31T08:30:00Z", "2030-04-01T08:30:00Z");
    Tree listed = running.get("/v1/schedules").json();
    assertThat(listed.at("items", 0, "name").text()).isEqualTo("report");
    assertThat(listed.at("items", 0, "next_at").text()).isEqualTo("2030-03-30T09:30:00Z");
  }

  @Test
  void a_preview_has_the_same_firings_and_stores_nothing() {
    Running.Answer preview = running.post("/v1/schedules/preview", DAILY);
    assertThat(preview.status()).as(preview.body()).isEqualTo(200);
    assertThat(running.get(ONE).code()).isEqualTo("not_found");
    assertThat(slots(preview)).isEqualTo(slots(put(ONE, DAILY)));
  }

  @Test
  void a_preview_can_start_at_another_time_and_list_many_firings() {
    Running.Answer many =
        running.post("/v1/schedules/preview?from=2031-01-01T00:00:00Z&count=1000", DAILY);
    assertThat(slots(many)).hasSize(1_000);
    assertThat(slots(many).getFirst()).startsWith("2031-01-01T");
    Running.Answer tooMany = running.post("/v1/schedules/preview?count=1001", DAILY);
    assertThat(tooMany.status()).isEqualTo(400);
  }

  @Test
  void a_past_time_is_refused_and_an_unknown_topic_is_a_warning() {
    String job = "\"action\":{\"job\":{\"type\":\"t\"}}}";
    assertThat(put(ONE, "{\"at\":\"2020-01-01T00:00:00Z\"," + job).status()).isEqualTo(400);
    Running.Answer warned =
        put(ONE, "{\"every\":\"1h\",\"action\":{\"event\":{\"topic\":\"none\",\"type\":\"t\"}}}");
    assertThat(warned.status()).isEqualTo(200);
    assertThat(warned.json().at("warnings", 0).text()).contains("none");
  }

  @Test
  void a_paused_schedule_does_not_fire_until_it_is_resumed() {
    put(ONE, DAILY);
    Running.Answer paused = running.post(ONE + "/pause", "");
    assertThat(paused.json().at("schedule", "paused").value()).isEqualTo(true);
    assertThat(slots(paused)).isEmpty();
    assertThat(slots(running.post(ONE + "/resume", ""))).hasSize(10);
    assertThat(running.post("/v1/schedules/none/pause", "").code()).isEqualTo("not_found");
  }

  @Test
  void a_manual_run_is_idempotent_by_key_and_is_in_the_history() {
    put(ONE, DAILY);
    Running.Answer first = running.post(ONE + "/run", "", "Idempotency-Key", "k");
    assertThat(first.status()).as(first.body()).isEqualTo(200);
    assertThat(first.json().at("by_hand").value()).isEqualTo(true);
    assertThat(first.json().at("jobs", 0, "queue").text()).isEqualTo("reports");
    assertThat(running.post(ONE + "/run", "", "Idempotency-Key", "\"k\"").body())
        .isEqualTo(first.body());
    clock.set(Instant.parse("2030-03-29T12:01:00Z"));
    running.post(ONE + "/run", "");
    assertThat(running.waybill().stats("reports").waiting()).isEqualTo(2);
    Running.Answer page = running.get(ONE + "/history?limit=1");
    assertThat(page.json().at("items", 0, "slot").text()).isEqualTo("2030-03-29T12:01:00Z");
    String cursor = page.json().at("next_cursor").text();
    assertThat(running.get(ONE + "/history?limit=1&cursor=" + cursor).body())
        .contains(first.json().at("jobs", 0, "id").text());
    assertThat(running.get(ONE).json().at("last", 1, "by_hand").value()).isEqualTo(true);
  }

  @Test
  void errors_have_a_pointer() {
    Running.Answer misspelt = put(ONE, DAILY.replace("overlap", "overlpa"));
    assertThat(misspelt.status()).isEqualTo(400);
    assertThat(misspelt.json().at("errors", 0, "pointer").text()).isEqualTo("/overlpa");
    assertThat(put(ONE, DAILY.replace("Europe/Lisbon", "Lisbon")).body()).contains("\"/zone\"");
    Running.Answer never = put(ONE, DAILY.replace("30 9 * * *", "61 9 * * *"));
    assertThat(never.status()).isEqualTo(400);
    assertThat(never.body()).contains("minute", "61");
    assertThat(running.post("/v1/schedules/preview", "{}").body()).contains("\"/action\"");
    assertThat(running.get("/v1/schedules").body()).isEqualTo("{\"items\":[]}");
  }

  @Test
  void deleted_resources_are_not_found() {
    put(ONE, DAILY);
    assertThat(delete().status()).isEqualTo(200);
    assertThat(delete().code()).isEqualTo("not_found");
    assertThat(running.get(ONE).code()).isEqualTo("not_found");
    assertThat(running.get(ONE + "/history").code()).isEqualTo("not_found");
    assertThat(running.post(ONE + "/run", "").code()).isEqualTo("not_found");
  }

  @Test
  void an_event_is_published_in_each_slot_and_delivered_to_its_subscriber(@TempDir Path other) {
    try (Running going = Running.in(other)) {
      put(going, "/v1/topics/news", "{}");
      put(
          going,
          "/v1/topics/news/subscriptions/dev",
          "{\"queue\":\"dev\",\"filter\":{\"stage\":[\"dev\"]}}");
      put(
          going,
          "/v1/topics/news/subscriptions/prod",
          "{\"queue\":\"prod\",\"filter\":{\"stage\":[\"prod\"]}}");
      put(
          going,
          "/v1/schedules/tick",
          """
          {"every": "1s", "action": {"event": {"topic": "news", "type": "tick",
           "body": {"hello": "world"}, "attributes": {"stage": "dev"}}}}\
          """);
      eventually(() -> assertThat(jobs(going)).hasSizeGreaterThanOrEqualTo(2));
      Job job = jobs(going).getFirst();
      assertThat(job.type()).isEqualTo("tick");
      assertThat(job.queue()).isEqualTo("dev");
      assertThat(job.payload().text()).contains("\"hello\": \"world\"");
      assertThat(job.tags()).contains("topic:news", "subscription:dev", "schedule:tick");
      assertThat(going.waybill().stats("prod").waiting()).isZero();
      assertThat(going.get("/v1/schedules/tick").json().at("last", 0, "jobs", 0, "queue").text())
          .isEqualTo("dev");
    }
  }

  private static List<Job> jobs(Running at) {
    return at.waybill()
        .list(JobFilter.ALL.withTag("schedule:tick"), Page.Request.first(100))
        .items();
  }

  private static List<String> slots(Running.Answer answer) {
    return java.util.regex.Pattern.compile("\\{\"slot\":\"([^\"]+)\",\"at\"")
        .matcher(answer.body())
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private Running.Answer put(String path, String json) {
    return put(running, path, json);
  }

  private static Running.Answer put(Running at, String path, String json) {
    return at.send(
        path,
        request ->
            request.header("Content-Type", "application/json").PUT(BodyPublishers.ofString(json)));
  }

  private Running.Answer delete() {
    return running.send(ONE, request -> request.DELETE());
  }
}
