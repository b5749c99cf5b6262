package dev.waybill.server.http.operation;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.server.http.Overridden;
import dev.waybill.server.http.Running;
import dev.waybill.server.http.Tree;
import dev.waybill.server.http.api.HttpLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OperationsTest {

  private static final String REDRIVE = "{\"action\":\"redrive\",\"filter\":{\"queue\":\"q\"}}";

  @TempDir Path folder;
  private Running running;

  @BeforeEach
  void start() {
    running = Running.in(folder, HttpLimits.DEFAULT.withBulk(new HttpLimits.BulkLimits(1, 4)));
  }

  @AfterEach
  void stop() {
    running.close();
  }

  @Test
  void a_preview_counts_and_changes_nothing() {
    die(3);
    Tree preview =
        running
            .post(
                "/v1/operations",
                "{\"action\":\"redrive\",\"filter\":{\"queue\":\"q\"},\"preview\":true}")
            .json();
    assertThat(preview.at("matching").number()).isEqualTo(3);
    assertThat(preview.at("is_lower_bound").flag()).isFalse();
    assertThat(running.get("/v1/queues/q").json().at("dead").number()).isEqualTo(3);
    assertThat(running.get("/v1/operations").json().at("items").items()).isEmpty();
  }

  @Test
  void all_matching_jobs_are_redriven_with_progress() {
    die(70);
    Running.Answer started = running.post("/v1/operations", REDRIVE);
    assertThat(started.status()).isEqualTo(202);
    Tree ended = ended(started.header("Location"));
    assertThat(ended.at("state").text()).isEqualTo("finished");
    assertThat(ended.at("changed").number()).isEqualTo(70);
    assertThat(ended.at("total").number()).isEqualTo(70);
    assertThat(running.get("/v1/queues/q").json().at("waiting").number()).isEqualTo(70);
    assertThat(running.get("/v1/operations").json().at("items", 0, "id"))
        .isEqualTo(started.json().at("id"));
  }

  @Test
  void a_slow_operation_can_be_cancelled_and_their_number_is_limited() {
    enqueue(50);
    String slow = "{\"action\":\"cancel\",\"filter\":{},\"rate_per_second\":1}";
    String path = running.post("/v1/operations", slow).header("Location");
    eventually(() -> assertThat(running.get(path).json().at("changed").number()).isPositive());
    Running.Answer second = running.post("/v1/operations", REDRIVE);
    assertThat(second.status()).isEqualTo(429);
    assertThat(second.code()).isEqualTo("too_many_operations");
    running.post(path + "/cancel", "");
    Tree ended = ended(path);
    assertThat(ended.at("state").text()).isEqualTo("cancelled");
    assertThat(ended.at("changed").number()).isLessThan(50);
    assertThat(running.post("/v1/operations", REDRIVE).status()).isEqualTo(202);
  }

  @Test
  void a_repeated_key_returns_the_same_operation() {
    die(1);
    String key = "Idempotency-Key";
    Running.Answer first = running.post("/v1/operations", REDRIVE, key, "once more");
    ended(first.header("Location"));
    Running.Answer again = running.post("/v1/operations", REDRIVE, key, "once more");
    assertThat(again.json().at("id").text()).isEqualTo("once more");
    assertThat(again.json().at("changed").number()).isEqualTo(1);
    Running.Answer other =
        running.post("/v1/operations", "{\"action\":\"retry\",\"filter\":{}}", key, "once more");
    assertThat(other.status()).isEqualTo(422);
  }

  @Test
  void a_failed_operation_releases_its_slot() {
    enqueue(3);
    Waybill failing =
        Overridden.before(
            running.waybill(),
            "list",
            () -> {
              throw new IllegalStateException("secret");
            });
    try (Running other =
        Running.over(failing, HttpLimits.DEFAULT.withBulk(new HttpLimits.BulkLimits(1, 4)))) {
      for (int i = 0; i < 2; i++) {
        Running.Answer started =
            other.post("/v1/operations", "{\"action\":\"cancel\",\"filter\":{}}");
        assertThat(started.status()).isEqualTo(202);
        String path = started.header("Location");
        eventually(() -> assertThat(other.get(path).json().at("state").text()).isEqualTo("failed"));
        assertThat(other.get(path).json().at("problem").text())
            .startsWith("internal")
            .doesNotContain("secret");
      }
    }
    start();
  }

  private Tree ended(String path) {
    eventually(
        () -> assertThat(running.get(path).json().at("state").text()).isNotEqualTo("running"));
    return running.get(path).json();
  }

  private void enqueue(int jobs) {
    NewJob job = NewJob.builder("t").queue("q").retry(RetryPolicy.never()).build();
    running.waybill().enqueueAll(Collections.nCopies(jobs, job));
  }

  private void die(int jobs) {
    enqueue(jobs);
    LeaseRequest all =
        LeaseRequest.of("q", "w").withMax(jobs).withLeaseDuration(Duration.ofMinutes(1));
    running
        .waybill()
        .lease(all)
        .forEach(lease -> running.waybill().settle(lease.token(), Outcome.retry("no")));
  }
}
