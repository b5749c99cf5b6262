package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Waybill;
import dev.waybill.server.http.api.HttpLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IdempotencyTest {

  private static final String JOB = "{\"type\":\"t\",\"payload\":1}";
  private static final String KEY = "Idempotency-Key";

  @TempDir Path folder;

  @Test
  void a_repeated_key_and_body_returns_the_same_job() {
    try (Running running = Running.in(folder)) {
      Running.Answer first = running.post("/v1/jobs", JOB, KEY, "k1");
      Running.Answer again = running.post("/v1/jobs", JOB, KEY, "\"k1\"");
      assertThat(first.status()).isEqualTo(201);
      assertThat(again.status()).isEqualTo(200);
      assertThat(again.header("Location")).isEqualTo(first.header("Location"));
      assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
      String path = first.header("Location");
      assertThat(running.get(path).json().at("request_id").text()).isEqualTo("k1");
    }
  }

  @Test
  void a_known_key_with_another_body_is_refused() {
    try (Running running = Running.in(folder)) {
      running.post("/v1/jobs", JOB, KEY, "k1");
      Running.Answer other = running.post("/v1/jobs", "{\"type\":\"t\",\"payload\":2}", KEY, "k1");
      assertThat(other.status()).isEqualTo(422);
      assertThat(other.code()).isEqualTo("request_id_conflict");
    }
  }

  @Test
  void a_key_that_differs_from_the_request_id_is_refused() {
    try (Running running = Running.in(folder)) {
      Running.Answer both =
          running.post("/v1/jobs", "{\"type\":\"t\",\"request_id\":\"a\"}", KEY, "b");
      assertThat(both.status()).isEqualTo(400);
      assertThat(both.json().at("errors", 0, "pointer").text()).isEqualTo("/request_id");
    }
  }

  @Test
  void a_batch_with_a_key_can_be_repeated() {
    try (Running running = Running.in(folder)) {
      String jobs = "{\"jobs\":[{\"type\":\"a\"},{\"type\":\"b\",\"request_id\":\"mine\"}]}";
      Tree first = running.post("/v1/jobs/batch", jobs, KEY, "k").json();
      Tree again = running.post("/v1/jobs/batch", jobs, KEY, "k").json();
      for (int i = 0; i < 2; i++) {
        assertThat(again.at("results", i, "duplicate").flag()).isTrue();
        assertThat(again.at("results", i, "id")).isEqualTo(first.at("results", i, "id"));
      }
      String path = "/v1/jobs/" + first.at("results", 0, "id").text();
      assertThat(running.get(path).json().at("request_id").text()).isEqualTo("k#0");
    }
  }

  @Test
  void calls_with_a_key_in_progress_are_refused() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Waybill slow =
        Overridden.before(
            Waybill.open(folder),
            "enqueue",
            () -> {
              if (inside.getCount() > 0) {
                inside.countDown();
                goOn.await();
              }
            });
    try (Running running = Running.over(slow, HttpLimits.DEFAULT)) {
      CompletableFuture<Running.Answer> first =
          CompletableFuture.supplyAsync(() -> running.post("/v1/jobs", JOB, KEY, "k"));
      inside.await();
      Running.Answer second = running.post("/v1/jobs", JOB, KEY, "k");
      assertThat(second.status()).isEqualTo(409);
      assertThat(second.code()).isEqualTo("request_in_progress");
      assertThat(second.json().at("retryable").flag()).isTrue();
      goOn.countDown();
      assertThat(first.get().status()).isEqualTo(201);
      assertThat(running.post("/v1/jobs", JOB, KEY, "k").status()).isEqualTo(200);
    }
  }

  @Test
  void sixty_four_callers_with_one_key_create_one_job() {
    try (Running running = Running.in(folder)) {
      List<CompletableFuture<Running.Answer>> calls =
          IntStream.range(0, 64)
              .mapToObj(
                  _ ->
                      CompletableFuture.supplyAsync(
                          () -> running.post("/v1/jobs", JOB, KEY, "k"),
                          Thread::startVirtualThread))
              .toList();
      List<Integer> statuses = calls.stream().map(call -> call.join().status()).toList();
      assertThat(statuses).containsOnlyOnce(201).allMatch(s -> s == 201 || s == 200 || s == 409);
      assertThat(running.get("/v1/jobs").json().at("items").items()).hasSize(1);
    }
  }
}
