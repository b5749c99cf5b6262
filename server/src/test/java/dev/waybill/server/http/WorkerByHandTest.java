package dev.waybill.server.http;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Promise;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole life of jobs with plain HTTP calls.
final class WorkerByHandTest {

  private @TempDir Path folder;
  private Running running;

  @BeforeEach
  void start() {
    running = Running.in(folder);
  }

  @AfterEach
  void stop() {
    running.close();
  }

  @Test
  void a_job_is_enqueued_leased_reported_on_and_completed() {
    Running.Answer added =
        running.post("/v1/jobs", "{\"type\":\"t\",\"queue\":\"q\",\"payload\":{ \"a\" : 1 }}");
    assertThat(added.status()).isEqualTo(201);
    String path = added.header("Location");
    assertThat(path).isEqualTo("/v1/jobs/" + added.json().at("id").text());

    Tree lease = lease("q").at("leases", 0);
    assertThat(lease.at("job", "payload", "a").number()).isEqualTo(1);
    assertThat(lease.at("lease_duration").text()).isEqualTo("PT30S");
    String token = lease.at("token").text();

    Tree extended =
        running
            .post("/v1/leases/extend", "{\"tokens\":[\"" + token + "\"],\"lease_duration\":\"1m\"}")
            .json();
    assertThat(extended.at("results", 0, "cancel_requested").flag()).isFalse();

    Running.Answer told =
        running.post(
            "/v1/leases/events",
            "{\"token\":\"" + token + "\",\"events\":[{\"sequence\":1,\"type\":\"half\"}]}");
    assertThat(told.json().at("added").number()).isEqualTo(1);

    assertThat(settle(token, "{\"done\":{\"result\":[42]}}").at("state").text())
        .isEqualTo("completed");
    Tree job = running.get(path).json();
    assertThat(job.at("state").text()).isEqualTo("completed");
    assertThat(job.at("result", 0).number()).isEqualTo(42);
    assertThat(running.get(path).body()).contains("\"payload\":{ \"a\" : 1 }");
    Tree attempts = running.get(path + "/attempts").json();
    assertThat(attempts.at("items", 0, "ending").text()).isEqualTo("completed");
    Tree events = running.get(path + "/events").json();
    assertThat(events.at("items", 0, "type").text()).isEqualTo("half");
  }

  @Test
  void every_outcome_is_accepted() {
    assertThat(settled("{\"retry\":{\"failure\":{\"message\":\"no\"},\"delay\":\"1h\"}}"))
        .isEqualTo("scheduled");
    assertThat(settled("{\"fail\":{\"failure\":{\"message\":\"never\"}}}")).isEqualTo("failed");
    assertThat(settled("{\"reject\":{\"failure\":{\"message\":\"cannot be read\"}}}"))
        .isEqualTo("dead");
    assertThat(settled("{\"snooze\":{\"delay\":\"1h\"}}")).isEqualTo("scheduled");
    assertThat(settled("{\"release\":{}}")).isEqualTo("queued");
  }

  @Test
  @Promise("L6")
  void an_attempt_ends_at_its_timeout_whatever_its_worker_does() {
    String path =
        running
            .post("/v1/jobs", "{\"type\":\"t\",\"queue\":\"q\",\"timeout\":\"1s\"}")
            .header("Location");
    String ask = "{\"queue\":\"q\",\"worker\":\"w\",\"lease_duration\":\"1m\"}";
    Tree lease = running.post("/v1/leases", ask).json().at("leases", 0);
    String token = lease.at("token").text();
    assertThat(lease.at("lease_duration").text()).isEqualTo("PT1S");
    Instant started = Instant.parse(lease.at("job", "updated_at").text());
    assertThat(Instant.parse(lease.at("job", "lease_until").text()))
        .isEqualTo(started.plusSeconds(1));
    eventually(
        () -> assertThat(running.get(path).json().at("state").text()).isNotEqualTo("running"));
    Tree job = running.get(path).json();
    assertThat(job.at("errors").number()).isEqualTo(1);
    assertThat(job.at("crashes").number()).isZero();
    assertThat(job.at("failure", "error_class").text()).isEqualTo("timeout");
    assertThat(settle(token, "{\"done\":{}}").at("error", "code").text()).isEqualTo("lease_lost");
    Tree extended =
        running
            .post("/v1/leases/extend", "{\"tokens\":[\"" + token + "\"],\"lease_duration\":\"1m\"}")
            .json();
    assertThat(extended.at("results", 0, "error", "code").text()).isEqualTo("lease_lost");
  }

  @Test
  void a_repeated_settlement_gets_the_first_answer() {
    String path = running.post("/v1/jobs", "{\"type\":\"t\",\"queue\":\"q\"}").header("Location");
    String token = lease("q").at("leases", 0, "token").text();
    String done = "{\"done\":{\"result\":[42]}}";
    assertThat(settle(token, done).at("state").text()).isEqualTo("completed");
    assertThat(settle(token, done).at("state").text()).isEqualTo("completed");
    assertThat(settle(token, "{\"done\":{}}").at("error", "code").text()).isEqualTo("lease_lost");
    assertThat(running.get(path).json().at("result", 0).number()).isEqualTo(42);
    String waiting = running.post("/v1/jobs", "{\"type\":\"t\"}").header("Location");
    Running.Answer cancelled = running.post(waiting + "/cancel", "");
    Running.Answer again = running.post(waiting + "/cancel", "");
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(cancelled.body());
  }

  @Test
  void binary_payloads_are_base64() {
    running.post("/v1/jobs", "{\"type\":\"t\",\"queue\":\"q\",\"payload_base64\":\"AP8=\"}");
    assertThat(lease("q").at("leases", 0, "job", "payload_base64").text()).isEqualTo("AP8=");
  }

  @Test
  void a_caller_can_request_base64() {
    running.post("/v1/jobs", "{\"type\":\"t\",\"queue\":\"q\",\"payload\":{}}");
    Tree leases =
        running.post("/v1/leases?encoding=base64", "{\"queue\":\"q\",\"worker\":\"w\"}").json();
    assertThat(leases.at("leases", 0, "job", "payload_base64").text()).isEqualTo("e30=");
  }

  @Test
  void a_batch_has_one_result_per_item() {
    Running.Answer answer =
        running.post("/v1/jobs/batch", "{\"jobs\":[{\"type\":\"a\"},{\"type\":\"not a name\"}]}");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("results", 0, "state").text()).isEqualTo("queued");
    assertThat(answer.json().at("results", 1, "error", "code").text()).isEqualTo("invalid_name");
  }

  @Test
  void jobs_are_listed_in_pages_and_by_filter() {
    for (int i = 0; i < 3; i++) {
      running.post("/v1/jobs", "{\"type\":\"t" + i + "\",\"queue\":\"q\",\"tags\":[\"x\"]}");
    }
    Tree first = running.get("/v1/jobs?queue=q&state=queued,running&tag=x&limit=2").json();
    assertThat(first.at("items").items()).hasSize(2);
    String next = first.at("next_cursor").text();
    Tree second =
        running
            .get("/v1/jobs?queue=q&state=queued&state=running&tag=x&limit=2&cursor=" + next)
            .json();
    assertThat(second.at("items").items()).hasSize(1);
    assertThat(second.has("next_cursor")).isFalse();
    assertThat(running.get("/v1/jobs?type=t1").json().at("items").items()).hasSize(1);
  }

  @Test
  void single_jobs_are_cancelled_retried_and_redriven() {
    String path =
        running
            .post("/v1/jobs", "{\"type\":\"t\",\"retry\":{\"max_errors\":1}}")
            .header("Location");
    assertThat(running.post(path + "/cancel", "").json().at("state").text()).isEqualTo("cancelled");
    assertThat(running.post(path + "/retry", "").json().at("state").text()).isEqualTo("queued");
    String token = lease("default").at("leases", 0, "token").text();
    settle(token, "{\"retry\":{\"failure\":{\"message\":\"no\"}}}");
    assertThat(running.get("/v1/dead").json().at("items").items()).hasSize(1);
    Tree redriven = running.post(path + "/redrive", "").json();
    assertThat(redriven.at("generation").number()).isEqualTo(2);
  }

  @Test
  void queues_are_read_paused_resumed_and_purged() {
    running.post("/v1/jobs", "{\"type\":\"t\",\"queue\":\"q\"}");
    assertThat(running.get("/v1/queues").json().at("items", 0, "queue").text()).isEqualTo("q");
    assertThat(running.post("/v1/queues/q/pause", "").json().at("paused").flag()).isTrue();
    assertThat(lease("q").at("leases").items()).isEmpty();
    assertThat(running.post("/v1/queues/q/resume", "").json().at("paused").flag()).isFalse();
    Running.Answer unsure = running.post("/v1/queues/q/purge", "{\"confirm\":\"p\"}");
    assertThat(unsure.status()).isEqualTo(400);
    assertThat(running.get("/v1/queues/q").json().at("waiting").number()).isEqualTo(1);
    Running.Answer sure = running.post("/v1/queues/q/purge", "{\"confirm\":\"q\"}");
    assertThat(sure.json().at("changed").number()).isEqualTo(1);
    assertThat(running.get("/v1/queues/q").json().at("waiting").number()).isZero();
  }

  private String settled(String outcome) {
    running.post("/v1/jobs", "{\"type\":\"t\",\"queue\":\"one-by-one\"}");
    String token = lease("one-by-one").at("leases", 0, "token").text();
    return settle(token, outcome).at("state").text();
  }

  private Tree lease(String queue) {
    return running.post("/v1/leases", "{\"queue\":\"" + queue + "\",\"worker\":\"w\"}").json();
  }

  private Tree settle(String token, String outcome) {
    String json = "{\"settlements\":[{\"token\":\"" + token + "\",\"outcome\":" + outcome + "}]}";
    return running.post("/v1/leases/settle", json).json().at("results", 0);
  }

  @Test
  void every_outcome_on_the_reference_page_is_accepted() throws java.io.IOException {
    java.util.List<String> outcomes =
        java.nio.file.Files.readAllLines(Path.of("../docs/http.md")).stream()
            .filter(line -> line.matches("\\| `\\{\"(done|retry|fail|reject|snooze|release)\".*"))
            .map(line -> line.substring(3, line.indexOf('`', 3)))
            .toList();
    assertThat(outcomes).hasSize(7);
    for (String outcome : outcomes) {
      running.post("/v1/jobs", "{\"type\": \"a\", \"queue\": \"outcomes\"}");
      String token =
          running
              .post("/v1/leases", "{\"queue\": \"outcomes\", \"worker\": \"w\"}")
              .json()
              .at("leases", 0, "token")
              .text();
      Tree result =
          running
              .post(
                  "/v1/leases/settle",
                  "{\"settlements\": [{\"token\": \"%s\", \"outcome\": %s}]}"
                      .formatted(token, outcome))
              .json()
              .at("results", 0);
      assertThat(result.has("state")).as(outcome + ": " + result).isTrue();
    }
  }
}
