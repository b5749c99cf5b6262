package dev.waybill.server.http;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.State;
import dev.waybill.server.http.api.HttpLimits;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("counts the threads of the process")
final class LongPollTest {

  private static final String ASK = "{\"queue\":\"q\",\"worker\":\"w\",\"wait\":\"60s\"}";
  private static final NewJob JOB = NewJob.builder("t").queue("q").build();

  @TempDir Path folder;
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
  void a_job_wakes_a_long_poll_at_once() throws Exception {
    CompletableFuture<Running.Answer> waiting = running.posted("/v1/leases", ASK);
    running.waybill().enqueue(JOB);
    Running.Answer answer = waiting.get(10, TimeUnit.SECONDS);
    assertThat(answer.json().at("leases").items()).hasSize(1);
  }

  @Test
  void sixty_four_long_polls_cost_no_platform_threads() throws Exception {
    running.post("/v1/leases", "{\"queue\":\"q\",\"worker\":\"w\"}");
    Set<String> before = platformThreads();
    List<Socket> waiting = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      waiting.add(ask());
    }
    eventually(() -> assertThat(running.waits()).isEqualTo(64));
    Set<String> more = platformThreads();
    more.removeAll(before);
    more.removeIf(LongPollTest::carriesVirtualThreads);
    assertThat(more).as("64 waiting calls").isEmpty();
    for (Socket socket : waiting) {
      socket.close();
    }
    eventually(() -> assertThat(running.waits()).isZero());
  }

  @Test
  void a_long_poll_whose_client_disconnected_leases_no_job() throws Exception {
    Socket gone = ask();
    eventually(() -> assertThat(running.waits()).isOne());
    gone.close();
    eventually(() -> assertThat(running.waits()).isZero());
    var id = running.waybill().enqueue(JOB).id();
    assertThat(running.waybill().find(id).orElseThrow().state()).isEqualTo(State.QUEUED);
    assertThat(running.waybill().attempts(id)).isEmpty();
  }

  @Test
  void the_connection_can_be_reused_after_a_long_poll() throws Exception {
    try (Socket socket = ask()) {
      eventually(() -> assertThat(running.waits()).isOne());
      running.waybill().enqueue(JOB);
      eventually(() -> assertThat(running.waits()).isZero());
      Running.say(socket, "GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      String all = Running.hearAll(socket);
      assertThat(all).contains("\"leases\":[{").endsWith("ok\n");
    }
  }

  @Test
  void waiting_for_a_job_ends_when_it_finishes() throws Exception {
    var id = running.waybill().enqueue(JOB).id();
    CompletableFuture<Running.Answer> waiting = running.got("/v1/jobs/" + id + "?wait=60s");
    Tree leases = running.post("/v1/leases", "{\"queue\":\"q\",\"worker\":\"w\"}").json();
    eventually(() -> assertThat(running.waits()).isOne());
    String token = leases.at("leases", 0, "token").text();
    running.waybill().settle(new dev.waybill.TaskToken(token), Outcome.done());
    assertThat(waiting.get(10, TimeUnit.SECONDS).json().at("state").text()).isEqualTo("completed");
  }

  @Test
  void waiting_for_a_job_ends_after_the_requested_time() {
    var id = running.waybill().enqueue(JOB).id();
    assertThat(running.get("/v1/jobs/" + id + "?wait=50ms").json().at("state").text())
        .isEqualTo("queued");
    assertThat(running.get("/v1/jobs/" + id + "?wait=2m").status()).isEqualTo(400);
  }

  @Test
  void closing_ends_long_polls_and_streams_at_once() throws Exception {
    CompletableFuture<Running.Answer> waiting = running.posted("/v1/leases", ASK);
    var id = running.waybill().enqueue(NewJob.of("t", "")).id();
    try (Lines lines = Lines.sse(running, "/v1/jobs/" + id + "/events")) {
      eventually(() -> assertThat(running.waits()).isEqualTo(2));
      long began = System.nanoTime();
      running.closeServer();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(4));
      assertThat(lines.rest()).allMatch(line -> !line.startsWith("event"));
    }
    Running.Answer answer = waiting.get(10, TimeUnit.SECONDS);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("leases").items()).isEmpty();
    assertThat(answer.header("Connection")).isEqualTo("close");
  }

  @Test
  void closing_waits_for_active_calls() throws Exception {
    var inside = new java.util.concurrent.CountDownLatch(1);
    var goOn = new java.util.concurrent.CountDownLatch(1);
    var slow =
        Overridden.before(
            running.waybill(),
            "enqueue",
            () -> {
              inside.countDown();
              goOn.await();
            });
    Running other = Running.over(slow, HttpLimits.DEFAULT);
    CompletableFuture<Running.Answer> call = other.posted("/v1/jobs", "{\"type\":\"t\"}");
    inside.await();
    CompletableFuture<Void> closing = CompletableFuture.runAsync(other::closeServer);
    goOn.countDown();
    assertThat(call.get(10, TimeUnit.SECONDS).status()).isEqualTo(201);
    closing.get(10, TimeUnit.SECONDS);
  }

  private static boolean carriesVirtualThreads(String thread) {
    return thread.contains("ForkJoinPool");
  }

  private static Set<String> platformThreads() {
    return Stream.of(ManagementFactory.getThreadMXBean().dumpAllThreads(false, false))
        .map(thread -> thread.getThreadId() + " " + thread.getThreadName())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Socket ask() throws Exception {
    Socket socket = running.connect();
    Running.say(
        socket,
        "POST /v1/leases HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: "
            + ASK.length()
            + "\r\n\r\n"
            + ASK);
    return socket;
  }
}
