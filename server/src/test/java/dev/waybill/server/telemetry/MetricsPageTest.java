package dev.waybill.server.telemetry;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import dev.waybill.proto.v1.EnqueueJobRequest;
import dev.waybill.proto.v1.JobServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MetricsPageTest {

  private static final Path REFERENCE = Path.of("../docs/telemetry.md");

  @TempDir Path folder;
  private Observed server;

  @BeforeEach
  void start() {
    server = new Observed(folder);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void promtool_accepts_the_page() throws Exception {
    useEverything();
    Process promtool =
        new ProcessBuilder(promtool(), "check", "metrics").redirectErrorStream(true).start();
    try (OutputStream page = promtool.getOutputStream()) {
      page.write(server.get("/metrics").getBytes(StandardCharsets.UTF_8));
    }
    String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).isEmpty();
    assertThat(promtool.waitFor()).isZero();
  }

  @Test
  @Seed("S4.22")
  void the_page_has_exactly_the_defined_metrics() {
    useEverything();
    List<String> types =
        server
            .get("/metrics")
            .lines()
            .filter(line -> line.startsWith("# TYPE "))
            .map(line -> line.split(" ", -1)[2])
            .toList();
    assertThat(types)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Metric.values()).map(MetricsPageTest::nameOnThePage).toList());
  }

  @Test
  void the_reference_page_lists_every_metric_as_it_is() throws IOException {
    List<String> rows =
        Files.readAllLines(REFERENCE).stream()
            .filter(
                line ->
                    line.matches("\\| `\\S+` \\| (counter|up-down counter|gauge|histogram) \\| .*"))
            .toList();
    assertThat(rows)
        .containsExactlyElementsOf(Stream.of(Metric.values()).map(MetricsPageTest::row).toList());
  }

  @Test
  void no_label_contains_the_id_of_a_job_or_a_token() {
    useEverything();
    String page = server.get("/metrics");
    assertThat(page).doesNotContainPattern("[0-9a-f]{8}-[0-9a-f]{4}-").doesNotContain("job_id");
    assertThat(page.lines().mapToInt(String::length).max().orElse(0)).isLessThan(250);
  }

  @Test
  @Seed("S2.31")
  void state_changes_of_jobs_are_counted_by_queue() {
    useEverything();
    assertThat(server.get("/metrics").lines())
        .contains(
            "waybill_jobs_enqueued_total{queue=\"mails\",tenant=\"default\"} 2.0",
            "waybill_jobs_deduplicated_total{queue=\"mails\",tenant=\"default\"} 1.0",
            "waybill_jobs_dequeued_total{queue=\"mails\",tenant=\"default\"} 2.0",
            "waybill_jobs_completed_total{queue=\"mails\",state=\"completed\",tenant=\"default\"}"
                + " 1.0",
            "waybill_jobs_retried_total{queue=\"mails\",tenant=\"default\"} 1.0",
            "waybill_attempts_ended_total{ending=\"error\",queue=\"mails\",tenant=\"default\"} 1.0",
            "waybill_attempts_duration_seconds_count{queue=\"mails\",tenant=\"default\"} 2",
            "waybill_jobs_wait_duration_seconds_count{queue=\"mails\",tenant=\"default\"} 2",
            "waybill_queue_jobs{queue=\"mails\",state=\"scheduled\",tenant=\"default\"} 1.0",
            "waybill_events_persisted_total 2.0",
            "waybill_events_dropped_total{reason=\"invalid_token\"} 1.0",
            "waybill_jobs_visibility_updates_total 1.0");
  }

  @Test
  void a_job_that_was_cancelled_while_it_waited_is_counted_in_its_queue() {
    String id = Observed.field(server.post("/v1/jobs", "{\"type\":\"a\"}"), "id");
    server.post("/v1/jobs/" + id + "/cancel", "");
    assertThat(server.get("/metrics").lines())
        .contains(
            "waybill_jobs_completed_total"
                + "{queue=\"default\",state=\"cancelled\",tenant=\"default\"} 1.0");
  }

  @Test
  void requests_are_timed_by_the_template_of_their_path() {
    server.get("/v1/jobs/not-an-id");
    server.get("/nothing/here");
    assertThat(server.get("/metrics").lines())
        .contains(
            "http_server_request_duration_seconds_count{http_request_method=\"GET\","
                + "http_response_status_code=\"400\",http_route=\"/v1/jobs/{id}\"} 1",
            "http_server_request_duration_seconds_count{http_request_method=\"GET\","
                + "http_response_status_code=\"404\"} 1");
  }

  @Test
  void methods_that_change_things_keep_their_names() {
    String settings = "/v1/queues/mails/settings";
    server.send("PUT", settings, "{}");
    server.send("PATCH", settings, "{}");
    server.send("DELETE", "/v1/topics/nothing", "");
    server.send("BREW", settings, "");
    List<String> methods =
        server
            .get("/metrics")
            .lines()
            .filter(line -> line.startsWith("http_server_request_duration_seconds_count"))
            .map(line -> line.replaceAll(".*http_request_method=\"([^\"]+)\".*", "$1"))
            .toList();
    assertThat(methods).contains("PUT", "PATCH", "DELETE", "_OTHER");
  }

  @Test
  void counters_of_a_queue_start_at_zero_so_that_an_increase_shows_the_first_event() {
    server.post("/v1/jobs", "{\"type\":\"a\",\"queue\":\"mails\"}");
    assertThat(server.get("/metrics").lines())
        .contains(
            "waybill_jobs_completed_total{queue=\"mails\",state=\"dead\",tenant=\"default\"} 0.0",
            "waybill_jobs_completed_total{queue=\"mails\",state=\"failed\",tenant=\"default\"} 0.0",
            "waybill_jobs_dequeued_total{queue=\"mails\",tenant=\"default\"} 0.0",
            "waybill_jobs_retried_total{queue=\"mails\",tenant=\"default\"} 0.0",
            "waybill_attempts_ended_total{ending=\"crashed\",queue=\"mails\",tenant=\"default\"}"
                + " 0.0");
  }

  @Test
  void counters_without_a_queue_start_at_zero_with_the_server() {
    assertThat(server.get("/metrics").lines())
        .contains(
            "waybill_events_publish_total{success=\"false\"} 0.0",
            "waybill_events_publish_errors_total{error_type=\"disk_full\"} 0.0",
            "waybill_events_dropped_total{reason=\"lease_lost\"} 0.0",
            "waybill_events_persisted_total 0.0",
            "waybill_channels_overflow_total 0.0");
  }

  @Test
  void known_queues_have_counters_before_their_first_event() {
    server.post("/v1/jobs", "{\"type\":\"a\",\"queue\":\"old\"}");
    server.close();
    server = new Observed(folder);
    server.get("/metrics");
    assertThat(server.get("/metrics").lines())
        .contains(
            "waybill_jobs_completed_total{queue=\"old\",state=\"dead\",tenant=\"default\"} 0.0");
  }

  @Test
  void the_page_supports_open_metrics() {
    String page =
        server.get(
            "/metrics", "Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5");
    assertThat(page).endsWith("# EOF\n");
    assertThat(server.get("/metrics", "Accept", "text/plain")).doesNotContain("# EOF");
  }

  /// Makes calls that change every metric.
  private void useEverything() {
    String key = "Idempotency-Key";
    server.post("/v1/jobs", "{\"type\":\"a\",\"queue\":\"mails\"}", key, "k");
    server.post("/v1/jobs", "{\"type\":\"a\",\"queue\":\"mails\"}", key, "k");
    server.post("/v1/jobs", "{\"type\":\"b\",\"queue\":\"mails\"}");
    settle("{\"done\":{}}", true);
    settle("{\"retry\":{\"failure\":{\"message\":\"no\"},\"delay\":\"1h\"}}", false);
    server.post("/v1/leases/events", events("wrong"));
    ManagedChannel channel =
        NettyChannelBuilder.forTarget(server.service.grpcAddress()).usePlaintext().build();
    JobServiceGrpc.newBlockingStub(channel)
        .enqueueJob(EnqueueJobRequest.newBuilder().setType("c").build());
    channel.shutdownNow();
    useMessages();
  }

  /// One message is delivered, one refused, and one suppressed.
  private void useMessages() {
    server.post("/v1/suppressions", "{\"channel\":\"email\",\"recipient\":\"nobody@example.org\"}");
    List<String> sent =
        Stream.of("ada", "refuse", "nobody")
            .map(
                name ->
                    Observed.field(
                        server.post(
                            "/v1/messages",
                            "{\"channel\":\"email\",\"recipient\":\"%s@example.org\",\"body\":{\"text\":\"Hi\"}}"
                                .formatted(name)),
                        "message_id"))
            .toList();
    eventually(
        () -> {
          assertThat(server.get("/v1/messages/" + sent.getFirst())).contains("ProviderDelivered");
          assertThat(server.get("/v1/messages/" + sent.get(1))).contains("HandoffFailed");
          assertThat(server.get("/v1/messages/" + sent.get(2))).contains("MessageSuppressed");
        });
  }

  @Test
  @Seed("S2.31")
  void transitions_of_messages_are_counted_and_timed() {
    useMessages();
    String labels = "channel=\"email\",provider=\"sandbox\"";
    assertThat(server.get("/metrics").lines())
        .contains(
            transition("none", "handoff", "none", "created", 3),
            transition("none", "handoff", "created", "queued", 3),
            transition("sandbox", "handoff", "queued", "sending", 2),
            transition("sandbox", "handoff", "sending", "handed_off", 1),
            transition("sandbox", "handoff", "sending", "failed", 1),
            transition("none", "handoff", "queued", "failed", 1),
            transition("sandbox", "provider", "unknown", "delivered", 1),
            "waybill_messages_errors_total{channel=\"email\",error_code=\"sandbox_refused\","
                + "provider=\"sandbox\"} 1.0",
            "waybill_messages_suppressed_total{channel=\"email\",reason=\"manual\"} 1.0",
            "waybill_messages_handoff_duration_seconds_count{" + labels + "} 1",
            "waybill_messages_delivery_duration_seconds_count{" + labels + "} 1",
            "waybill_messages_provider_duration_seconds_count{outcome=\"accepted\","
                + "provider=\"sandbox\"} 1",
            "waybill_messages_provider_duration_seconds_count{outcome=\"refused\","
                + "provider=\"sandbox\"} 1");
  }

  private static String transition(
      String provider, String machine, String from, String to, int count) {
    return "waybill_messages_transitions_total{channel=\"email\",from=\"%s\",machine=\"%s\",provider=\"%s\",to=\"%s\"} %d.0"
        .formatted(from, machine, provider, to, count);
  }

  private void settle(String outcome, boolean follow) {
    String leased =
        server.post("/v1/leases", "{\"queue\":\"mails\",\"worker\":\"w\",\"wait\":\"5s\"}");
    String token = Observed.field(leased, "token");
    server.post("/v1/leases/events", events(token));
    if (follow) {
      server.post("/v1/leases/extend", "{\"tokens\":[\"" + token + "\"]}");
    }
    server.post(
        "/v1/leases/settle",
        "{\"settlements\":[{\"token\":\"" + token + "\",\"outcome\":" + outcome + "}]}");
    if (follow) {
      String stream = "/v1/jobs/" + Observed.field(leased, "id") + "/events";
      assertThat(server.get(stream, "Accept", "text/event-stream")).contains("event: end");
    }
  }

  private static String events(String token) {
    return "{\"token\":\"" + token + "\",\"events\":[{\"sequence\":1,\"type\":\"t\"}]}";
  }

  private static String nameOnThePage(Metric metric) {
    String unit = Map.of("s", "_seconds", "By", "_bytes").getOrDefault(metric.unit, "");
    return metric.id.replace('.', '_') + unit;
  }

  private static String row(Metric metric) {
    String labels =
        Stream.of(metric.labels.split(", ", -1))
            .filter(label -> !label.isEmpty())
            .map(label -> "`" + label + "`")
            .reduce((some, more) -> some + ", " + more)
            .orElse("");
    return "| `%s` | %s | %s | %s | %s. |"
        .formatted(metric.id, metric.kind.text(), metric.unit, labels, metric.meaning)
        .replace("|  |", "| |");
  }

  /// The installed one, or the one that `./verify` downloaded.
  private static String promtool() {
    Path fetched = Path.of("../.build/tools/promtool");
    return Files.isExecutable(fetched) ? fetched.toString() : "promtool";
  }
}
