package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.server.http.api.HttpErrors;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.settings.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// All errors are problem documents.
final class ProblemsTest {

  private static final String NO_JOB = "/v1/jobs/0190b5a2-7c1e-7000-8000-000000000001";

  @TempDir Path folder;
  private Running running;

  @BeforeEach
  void start() {
    running = Running.in(folder, HttpLimits.DEFAULT, Settings.DEFAULT.withMaxLiveJobs(1));
  }

  @AfterEach
  void stop() {
    running.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET  | /v1/jobz                 |    | 404 | no_such_route",
        "POST | /v1/queues               |    | 405 | method_not_allowed",
        "GET  | /v1/jobs/7               |    | 400 | invalid_id",
        "GET  | /v1/jobs?qeue=x          |    | 400 | invalid_argument",
        "GET  | /v1/jobs?limit=x         |    | 400 | invalid_argument",
        "GET  | /v1/jobs?limit=5000      |    | 400 | invalid_argument",
        "GET  | /v1/jobs?state=gone      |    | 400 | invalid_argument",
        "GET  | /v1/jobs?cursor=x        |    | 400 | invalid_cursor",
        "GET  | /v1/jobs?queue=a&queue=b |    | 400 | invalid_argument",
        "GET  | /v1/queues/no%20name     |    | 400 | invalid_name",
        "POST | /v1/jobs                 | {\"type\":\"no name\"} | 400 | invalid_name",
        "POST | /v1/jobs                 | {\"type\":\"t\",\"delay\":\"-PT1S\"} | 400 |"
            + " invalid_delay",
        "POST | /v1/jobs                 | {\"typ\":\"t\"} | 400 | invalid_argument",
        "POST | /v1/jobs | {\"type\":\"t\",\"retry\":{\"factor\":0}} | 400 | invalid_retry_policy",
        "POST | /v1/leases/events | {\"token\":\"x\",\"events\":[]} | 400 | invalid_token",
        "POST | /v1/operations/none/cancel |  | 404 | not_found",
      })
  void every_error_has_its_code(String method, String path, String body, int status, String code) {
    Running.Answer answer =
        method.equals("GET") ? running.get(path) : running.post(path, body == null ? "" : body);
    assertThat(answer.body()).contains("\"code\":\"" + code + "\"");
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    Tree problem = answer.json();
    assertThat(problem.at("type").text()).isEqualTo("https://waybill.dev/problems/" + code);
    assertThat(problem.at("status").number()).isEqualTo(status);
    assertThat(problem.at("trace_id").text()).matches("[0-9a-f]{32}");
    assertThat(problem.at("retryable").flag()).isFalse();
    assertThat(problem.at("detail").text()).isNotBlank();
  }

  @Test
  void an_unknown_job_is_not_found_by_any_route() {
    for (String path : java.util.List.of("", "/attempts", "/events")) {
      assertThat(running.get(NO_JOB + path).status()).isEqualTo(404);
    }
    assertThat(running.get(NO_JOB + "/events", "Accept", "text/event-stream").code())
        .isEqualTo("not_found");
    for (String action : java.util.List.of("cancel", "retry", "redrive")) {
      assertThat(running.post(NO_JOB + "/" + action, "").code()).isEqualTo("not_found");
    }
  }

  @Test
  void the_error_for_a_wrong_method_lists_the_supported_ones() {
    assertThat(running.post(NO_JOB, "").header("Allow")).isEqualTo("DELETE, GET");
  }

  @Test
  void the_error_for_an_unknown_field_has_a_pointer_and_a_suggestion() {
    Tree problem =
        running
            .post("/v1/jobs/batch", "{\"jobs\":[{\"type\":\"a\"},{\"type\":\"b\",\"dely\":1}]}")
            .json();
    assertThat(problem.at("errors", 0, "pointer").text()).isEqualTo("/jobs/1/dely");
    assertThat(problem.at("errors", 0, "message").text()).contains("delay");
  }

  @Test
  void a_problem_has_the_trace_id_of_the_caller() {
    String trace = "0af7651916cd43dd8448eb211c80319c";
    Running.Answer answer =
        running.get(NO_JOB, "traceparent", "00-" + trace + "-b7ad6b7169203331-01");
    assertThat(answer.json().at("trace_id").text()).isEqualTo(trace);
  }

  @Test
  void a_full_store_has_a_retry_after() {
    running.post("/v1/jobs", "{\"type\":\"t\"}");
    Running.Answer full = running.post("/v1/jobs", "{\"type\":\"t\"}");
    assertThat(full.status()).isEqualTo(429);
    assertThat(full.code()).isEqualTo("store_full");
    assertThat(full.header("Retry-After")).isEqualTo("1");
    assertThat(full.json().at("retryable").flag()).isTrue();
  }

  @Test
  void a_job_in_the_wrong_state_and_a_lost_lease_are_conflicts() {
    String path = running.post("/v1/jobs", "{\"type\":\"t\"}").header("Location");
    assertThat(running.post(path + "/redrive", "").code()).isEqualTo("wrong_state");
    Tree leases = running.post("/v1/leases", "{\"queue\":\"default\",\"worker\":\"w\"}").json();
    String token = leases.at("leases", 0, "token").text();
    String done = "{\"settlements\":[{\"token\":\"" + token + "\",\"outcome\":{\"done\":{}}}]}";
    running.post("/v1/leases/settle", done);
    Running.Answer late =
        running.post(
            "/v1/leases/events",
            "{\"token\":\"" + token + "\",\"events\":[{\"sequence\":1,\"type\":\"x\"}]}");
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.code()).isEqualTo("lease_lost");
    String other = done.replace("{\"done\":{}}", "{\"release\":{}}");
    Tree again = running.post("/v1/leases/settle", other).json();
    assertThat(again.at("results", 0, "error", "code").text()).isEqualTo("lease_lost");
  }

  @Test
  void other_media_types_and_pages_of_other_sites_are_refused() {
    Running.Answer form =
        running.send(
            "/v1/jobs",
            request ->
                request
                    .header("Content-Type", "text/plain")
                    .POST(java.net.http.HttpRequest.BodyPublishers.ofString("{\"type\":\"t\"}")));
    assertThat(form.status()).isEqualTo(415);
    Running.Answer page =
        running.post("/v1/jobs", "{\"type\":\"t\"}", "Origin", "https://elsewhere.example");
    assertThat(page.code()).isEqualTo("forbidden");
    assertThat(running.get("/v1/queues").json().at("items").items()).isEmpty();
  }

  @Test
  void unexpected_failures_are_not_shown() {
    Answering answering =
        answering(
            () -> {
              throw new IllegalStateException("secret");
            });
    assertThat(answering.status()).isEqualTo(500);
    assertThat(answering.body()).contains("\"code\":\"internal\"").doesNotContain("secret");
  }

  @ParameterizedTest
  @EnumSource(Code.class)
  void internal_details_are_not_shown(Code code) {
    String words = "nats-1.internal:4222, /var/lib/waybill, tenant acme";
    Answering answer =
        answering(
            () -> {
              throw new WaybillException(code, words);
            });
    assertThat(answer.body().contains(words))
        .as(code.wire())
        .isEqualTo(answer.status() < 500 || answer.status() == 501);
    assertThat(answer.body()).containsPattern("\"trace_id\":\"[0-9a-f]{32}\"");
  }

  @ParameterizedTest
  @EnumSource(Code.class)
  void every_code_of_waybill_has_a_status(Code code) {
    Answering answer =
        answering(
            () -> {
              throw new WaybillException(code, "because");
            });
    assertThat(answer.status()).isEqualTo(HttpErrors.status(code)).isBetween(400, 507);
    assertThat(answer.body()).contains("\"code\":\"" + code.wire() + "\"");
  }

  @ParameterizedTest
  @CsvSource({"UNAVAILABLE, 503, 1", "THROTTLED, 429, 1", "STORE_FAILED, 500, ''"})
  void an_outage_and_a_slow_down_may_be_retried_and_a_broken_store_may_not(
      Code code, int status, String retryAfter) {
    Answering answer =
        answering(
            () -> {
              throw new WaybillException(code, "because");
            });
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.retryAfter()).isEqualTo(retryAfter);
    assertThat(answer.body()).contains("\"retryable\":" + code.isRetryable());
  }

  @ParameterizedTest
  @EnumSource(Code.class)
  void every_code_is_in_the_table_of_the_documentation(Code code) throws Exception {
    assertThat(Files.readAllLines(Path.of("../docs/http.md")))
        .as(code.wire())
        .anyMatch(
            line ->
                line.matches("\\| [\\d, ]*" + HttpErrors.status(code) + "\\b.*")
                    && line.contains("`" + code.wire() + "`"));
  }

  private record Answering(int status, String body, String retryAfter) {}

  private Answering answering(Overridden.Before before) {
    Waybill failing = Overridden.before(running.waybill(), "enqueue", before);
    try (Running other = Running.over(failing, HttpLimits.DEFAULT)) {
      Running.Answer answer = other.post("/v1/jobs", "{\"type\":\"t\"}");
      return new Answering(answer.status(), answer.body(), answer.header("Retry-After"));
    }
  }
}
