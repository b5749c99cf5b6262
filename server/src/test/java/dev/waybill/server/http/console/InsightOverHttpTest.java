package dev.waybill.server.http.console;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Waybill;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.Scope;
import dev.waybill.engine.EngineOpener;
import dev.waybill.server.Service;
import dev.waybill.server.auth.Books;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.http.Running;
import dev.waybill.server.http.Tree;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Failures, series, workers, explanations and the overview of a real server with two tenants.
final class InsightOverHttpTest {

  private @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private Service service;
  private String ours = "";
  private String theirs = "";

  @BeforeEach
  void start() {
    Path data = folder.resolve("data");
    try (Backend backend = EngineOpener.backend(data.toUri(), Settings.DEFAULT)) {
      Books books = new Books(backend.ledger(), InstantSource.system());
      NewAccessKey wanted = new NewAccessKey(Set.of(Scope.values()), "test", null);
      ours = books.keys().create(Waybill.DEFAULT_TENANT, wanted).text();
      theirs = books.keys().create("theirs", wanted).text();
    }
    Map<String, String> flags =
        Map.of(
            "store.path",
            data.toString(),
            "server.port",
            "0",
            "server.grpc_port",
            "0",
            "server.mcp",
            "off");
    service = Service.start(ConfigReader.read(null, Map.of(), flags));
  }

  @AfterEach
  void stop() {
    service.close();
    client.shutdownNow();
  }

  @Test
  void failures_are_grouped_by_their_error() {
    fail("mails", "SmtpError", "mailbox 17 of ada@example.org is full", "reject");
    fail("mails", "SmtpError", "mailbox 18 of bob@example.org is full", "reject");
    fail("mails", "SmtpError", "no route to host", "reject");
    fail("orders", "SmtpError", "no route to host", "fail");
    Tree all = get("/v1/failures").json();
    assertThat(all.at("truncated").flag()).isFalse();
    assertThat(all.at("items").items()).hasSize(3);
    assertThat(all.at("items", 0, "queue").text()).isEqualTo("orders");
    Tree full = group("mailbox # of # is full");
    assertThat(full.at("count").number()).isEqualTo(2);
    assertThat(full.at("code").text()).isEqualTo("SmtpError");
    assertThat(full.at("sample_job_ids").items()).hasSize(2);
    assertThat(Instant.parse(full.at("first_at").text()))
        .isBeforeOrEqualTo(Instant.parse(full.at("last_at").text()));
    assertThat(groups("?state=failed")).isEqualTo(1);
    assertThat(groups("?queue=mails")).isEqualTo(2);
    assertThat(groups("?type=other")).isZero();
    assertThat(groups("?since=2100-01-01T00:00:00Z")).isZero();
    Tree cut = get("/v1/failures?limit=1").json();
    assertThat(cut.at("items").items()).hasSize(1);
    assertThat(cut.at("truncated").flag()).isTrue();
  }

  private Tree group(String message) {
    return get("/v1/failures").json().at("items").items().stream()
        .filter(group -> group.at("message").text().equals(message))
        .findFirst()
        .orElseThrow();
  }

  private int groups(String query) {
    return get("/v1/failures" + query).json().at("items").items().size();
  }

  @Test
  void a_group_selects_jobs_of_lists_and_of_operations() {
    fail("mails", "A", "broken 1", "reject");
    fail("mails", "A", "broken 2", "reject");
    String other = fail("mails", "B", "broken 3", "reject");
    List<Tree> groups = get("/v1/failures").json().at("items").items();
    assertThat(groups).extracting(one -> one.at("code").text()).containsExactly("B", "A");
    String group = groups.getLast().at("group").text();
    assertThat(jobs("?failure_group=" + group)).isEqualTo(2);
    assertThat(jobs("?failure_group=" + group + "&state=failed")).isZero();
    String body = "{\"action\":\"redrive\",\"filter\":{\"failure_group\":\"%s\"},\"preview\":%s}";
    Tree preview = post("/v1/operations", body.formatted(group, true), ours).json();
    assertThat(preview.at("matching").number()).isEqualTo(2);
    String path = post("/v1/operations", body.formatted(group, false), ours).header("Location");
    eventually(() -> assertThat(get(path).json().at("state").text()).isEqualTo("finished"));
    assertThat(get("/v1/jobs/" + other).json().at("state").text()).isEqualTo("dead");
    assertThat(jobs("?state=queued")).isEqualTo(2);
    assertThat(groups("")).isEqualTo(1);
    assertThat(jobs("?failure_group=unknown")).isZero();
  }

  @Test
  void words_select_jobs_of_operations() {
    String found = enqueue("mails", "{\"to\":\"hopper\"}");
    String other = enqueue("mails", "{\"to\":\"curie\"}");
    String body = "{\"action\":\"cancel\",\"filter\":{\"q\":\"to=hopper\"},\"preview\":%s}";
    Tree preview = post("/v1/operations", body.formatted(true), ours).json();
    assertThat(preview.at("matching").number()).isEqualTo(1);
    String path = post("/v1/operations", body.formatted(false), ours).header("Location");
    eventually(() -> assertThat(get(path).json().at("state").text()).isEqualTo("finished"));
    assertThat(get(path).json().at("filter", "q").text()).isEqualTo("to=hopper");
    assertThat(get("/v1/jobs/" + found).json().at("state").text()).isEqualTo("cancelled");
    assertThat(get("/v1/jobs/" + other).json().at("state").text()).isEqualTo("queued");
  }

  private int jobs(String query) {
    return get("/v1/jobs" + query).json().at("items").items().size();
  }

  @Test
  void series_count_what_happened_since_the_start() {
    enqueue("mails", "{}");
    fail("mails", "A", "b", "reject");
    complete("orders");
    Tree series = get("/v1/series?step=10s").json();
    assertThat(series.at("step").text()).isEqualTo("PT10S");
    assertThat(series.at("truncated").flag()).isFalse();
    assertThat(sum(series.at("total"), "enqueued")).isEqualTo(3);
    assertThat(sum(series.at("total"), "started")).isEqualTo(2);
    assertThat(sum(series.at("total"), "completed")).isEqualTo(1);
    assertThat(sum(series.at("total"), "failed")).isEqualTo(1);
    assertThat(sum(series.at("total"), "dead")).isEqualTo(1);
    Tree mails = get("/v1/series?queue=mails&step=15m").json();
    assertThat(sum(mails.at("queues", 0, "points"), "enqueued")).isEqualTo(2);
    assertThat(sum(mails.at("queues", 0, "points"), "completed")).isZero();
    assertThat(get("/v1/series?queue=unknown").json().at("queues").items()).hasSize(1);
    eventually(
        () ->
            assertThat(sum(get("/v1/series?step=10s").json().at("total"), "waiting")).isPositive());
  }

  private static long sum(Tree points, String field) {
    return points.items().stream().mapToLong(point -> point.at(field).number()).sum();
  }

  @Test
  void workers_are_those_that_used_the_server() {
    String running = enqueue("mails", "{}");
    lease("mails", "ada-1");
    lease("empty", "bob-1");
    complete("orders");
    List<Tree> workers = get("/v1/workers").json().at("items").items();
    assertThat(workers)
        .extracting(worker -> worker.at("name").text())
        .containsExactlyInAnyOrder("ada-1", "bob-1", "w");
    Tree ada = named(workers, "ada-1");
    assertThat(ada.at("running", 0, "job_id").text()).isEqualTo(running);
    assertThat(ada.at("running_count").number()).isEqualTo(1);
    assertThat(ada.at("queues", 0).text()).isEqualTo("mails");
    assertThat(named(workers, "w").at("completed").number()).isEqualTo(1);
    assertThat(named(workers, "w").at("running").items()).isEmpty();
  }

  private static Tree named(List<Tree> workers, String name) {
    return workers.stream()
        .filter(worker -> worker.at("name").text().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_job_is_explained_in_every_state() {
    String id = enqueue("mails", "{}");
    assertThat(summary(id)).contains("no worker asks this server");
    assertThat(get("/v1/jobs/" + id + "/explain").json().at("next").text())
        .contains("waybill work --queue mails --allow COMMAND");
    post("/v1/queues/mails/pause", "", ours);
    assertThat(summary(id)).contains("is paused");
    assertThat(get("/v1/jobs/" + id + "/explain").json().at("next").text())
        .contains("waybill queues resume mails");
    post("/v1/queues/mails/resume", "", ours);
    String token = lease("mails", "ada-1");
    assertThat(summary(id)).contains("\"ada-1\"", "attempt 1");
    String retry = "{\"retry\":{\"failure\":{\"error_class\":\"Timeout\",\"message\":\"slow\"}}}";
    settle(token, retry);
    assertThat(summary(id)).contains("to retry", "Timeout: slow");
    assertThat(get("/v1/jobs/" + id + "/explain").json().at("reasons", 0).text())
        .contains("Attempt 1", "ended with an error");
    String dead = fail("mails", "Broken", "for good", "reject");
    assertThat(summary(dead)).contains("dead", "Broken: for good");
    String later = "{\"type\":\"t\",\"queue\":\"mails\",\"delay\":\"1h\"}";
    assertThat(summary(post("/v1/jobs", later, ours).json().at("id").text()))
        .contains("scheduled for");
    assertThat(send("GET", "/v1/jobs/" + id + "/explain", "", theirs).status()).isEqualTo(404);
  }

  private String summary(String id) {
    return get("/v1/jobs/" + id + "/explain").json().at("summary").text();
  }

  @Test
  void tenants_do_not_see_each_other() {
    fail("mails", "A", "b", "reject");
    assertThat(send("GET", "/v1/failures", "", theirs).json().at("items").items()).isEmpty();
    assertThat(send("GET", "/v1/workers", "", theirs).json().at("items").items()).isEmpty();
    Tree series = send("GET", "/v1/series?queue=mails", "", theirs).json();
    assertThat(sum(series.at("total"), "enqueued")).isZero();
    assertThat(sum(series.at("queues", 0, "points"), "enqueued")).isZero();
    String group = get("/v1/failures").json().at("items", 0, "group").text();
    assertThat(
            send("GET", "/v1/jobs?failure_group=" + group, "", theirs).json().at("items").items())
        .isEmpty();
    assertThat(firstOverview(theirs)).contains("\"queues\":[]");
  }

  @Test
  void the_overview_follows_the_queues() throws Exception {
    enqueue("mails", "{}");
    assertThat(firstOverview(ours))
        .contains("\"queue\":\"mails\",\"waiting\":1")
        .contains("\"store\":{\"ready\":true}")
        .contains("\"lag_seconds\"");
    HttpResponse<Stream<String>> response = stream(ours);
    assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
    try (Stream<String> lines = response.body()) {
      List<String> some = lines.filter(line -> line.startsWith("data: ")).limit(2).toList();
      assertThat(some.getFirst()).isNotEqualTo(some.getLast());
    }
  }

  private String firstOverview(String key) {
    try (Stream<String> lines = stream(key).body()) {
      return lines.filter(line -> line.startsWith("data: ")).findFirst().orElseThrow();
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }

  private HttpResponse<Stream<String>> stream(String key) throws IOException, InterruptedException {
    URI address = URI.create(service.httpAddress() + "/v1/stream/overview");
    HttpRequest request =
        HttpRequest.newBuilder(address).header("Authorization", "Bearer " + key).build();
    return client.send(request, BodyHandlers.ofLines());
  }

  @Test
  void jobs_are_found_by_fields_of_their_payloads() {
    String first =
        enqueue("mails", "{\"customer\":{\"name\":\"Ada Lovelace\",\"id\":17},\"total\":12.5}");
    enqueue("mails", "{\"customer\":{\"name\":\"Bob\",\"id\":170},\"id\":17,\"total\":9}");
    enqueue("mails", "\"customer id 17\"");
    for (String query :
        List.of(
            "customer.id=17",
            "total=12.5",
            "customer.name=%22ada+lovelace%22",
            "customer.name=Ad*",
            "customer.id=17+total=12.5")) {
      assertThat(found(query)).as(query).containsExactly(first);
    }
    assertThat(found("customer.id=9")).isEmpty();
    assertThat(found("id=17")).hasSize(1).doesNotContain(first);
  }

  private List<String> found(String query) {
    return get("/v1/jobs?q=" + query).json().at("items").items().stream()
        .map(job -> job.at("id").text())
        .toList();
  }

  private String enqueue(String queue, String payload) {
    String job = "{\"type\":\"t\",\"queue\":\"" + queue + "\",\"payload\":" + payload + "}";
    return post("/v1/jobs", job, ours).json().at("id").text();
  }

  /// The token of the first leased job; empty if there is none.
  private String lease(String queue, String worker) {
    String request = "{\"queue\":\"%s\",\"worker\":\"%s\"}".formatted(queue, worker);
    List<Tree> leases = post("/v1/leases", request, ours).json().at("leases").items();
    return leases.isEmpty() ? "" : leases.getFirst().at("token").text();
  }

  private void settle(String token, String outcome) {
    String body = "{\"settlements\":[{\"token\":\"%s\",\"outcome\":%s}]}".formatted(token, outcome);
    assertThat(post("/v1/leases/settle", body, ours).status()).isEqualTo(200);
  }

  private void complete(String queue) {
    enqueue(queue, "{}");
    settle(lease(queue, "w"), "{\"done\":{}}");
  }

  private String fail(String queue, String code, String message, String how) {
    String id = enqueue(queue, "{}");
    String token = lease(queue, "w");
    settle(
        token,
        "{\"%s\":{\"failure\":{\"error_class\":\"%s\",\"message\":\"%s\"}}}"
            .formatted(how, code, message));
    return id;
  }

  private Running.Answer get(String path) {
    return send("GET", path, "", ours);
  }

  private Running.Answer post(String path, String json, String key) {
    return send("POST", path, json, key);
  }

  private Running.Answer send(String method, String path, String json, String key) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(service.httpAddress() + path))
            .header("Authorization", "Bearer " + key)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(json))
            .build();
    try {
      return new Running.Answer(client.send(request, BodyHandlers.ofString()));
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }
}
