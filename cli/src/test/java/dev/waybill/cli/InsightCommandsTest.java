package dev.waybill.cli;

import static dev.waybill.cli.Ran.waybill;
import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Failure;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.Waybill;
import dev.waybill.server.Service;
import dev.waybill.server.config.ConfigReader;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Failures, figures, workers and explanations by commands, with a real server.
@Timeout(120)
final class InsightCommandsTest {

  @TempDir Path folder;
  private Service service;
  private Waybill client;

  @BeforeEach
  void serve() {
    Map<String, String> flags =
        Map.of(
            "store.path", folder.resolve("data").toString(),
            "server.port", "0",
            "server.grpc_port", "0");
    service = Service.start(ConfigReader.read(null, Map.of(), flags));
    client = Waybill.connect(URI.create(service.httpAddress()));
  }

  @AfterEach
  void stop() {
    client.close();
    service.close();
  }

  @Test
  void failures_are_listed_in_groups_that_can_be_redriven() {
    assertThat(on("failures").out()).isEqualToIgnoringNewLines("no failures");
    dead("mails", "mailbox 17 is full");
    dead("mails", "mailbox 18 is full");
    dead("orders", "no such order");
    eventually(
        () ->
            assertThat(on("failures", "--queue", "mails").out())
                .containsPattern("GROUP +JOBS +QUEUE")
                .containsPattern(" 2 +mails +send .*Broken: mailbox # is full")
                .doesNotContain("orders"));
    assertThat(on("failures", "--state", "failed").out()).contains("no failures");
    assertThat(on("failures", "--since", "1h", "--type", "send", "--json").out())
        .contains("\"code\":\"Broken\"", "\"count\":2", "\"queue\":\"orders\"");
    assertThat(on("failures", "--limit", "1").err()).contains("there are more groups");
    assertThat(on("failures", "--limit", "0").exitCode()).isNotZero();
    String group = word(on("failures", "--queue", "mails").out(), 1);
    assertThat(on("redrive", "--all", "--failure-group", group).exitCode()).isZero();
    assertThat(on("jobs", "list", "--state", "queued").out())
        .contains("mails")
        .doesNotContain("orders");
  }

  /// The first word of a line; the heading is line 0.
  private static String word(String table, int line) {
    return table.lines().skip(line).findFirst().orElseThrow().split(" ", 2)[0];
  }

  @Test
  void series_have_a_row_per_step() {
    client.enqueue(job("mails"));
    assertThat(on("series", "--step", "10s").out())
        .containsPattern("TIME +ENQUEUED +STARTED")
        .containsPattern("\\d0Z +1 +0 +0 +0 +0 ");
    assertThat(on("series", "--queue", "none").out()).doesNotContainPattern("Z +1 ");
    assertThat(on("series", "--last", "5m", "--json").out())
        .contains("\"step\":\"PT1M\"", "\"queue\":\"mails\"", "\"enqueued\":1");
    assertThat(on("series", "--step", "7s").exitCode()).isNotZero();
  }

  @Test
  void workers_are_listed_with_the_number_of_jobs_they_run() {
    assertThat(on("workers").out()).isEqualToIgnoringNewLines("no workers");
    client.enqueue(job("mails"));
    lease("mails");
    assertThat(on("workers").out())
        .containsPattern("WORKER +RUNNING")
        .containsPattern("ada-1 +1 +0 +0 .*mails");
    assertThat(on("workers", "--json").out()).contains("\"name\":\"ada-1\"", "\"running_count\":1");
  }

  @Test
  void a_job_is_explained_in_one_sentence_with_its_reasons() {
    JobId id = dead("mails", "mailbox 17 is full");
    assertThat(on("jobs", "explain", id.toString()).out().lines())
        .hasSize(3)
        .first()
        .asString()
        .contains("Broken: mailbox 17 is full");
    assertThat(on("jobs", "explain", id.toString(), "--json").out())
        .contains("\"summary\":", "\"state\":\"dead\"");
    Ran unknown = on("jobs", "explain", "00000000-0000-7000-8000-000000000000");
    assertThat(unknown.exitCode()).isNotZero();
    assertThat(unknown.err()).contains("there is no job");
  }

  private JobId dead(String queue, String message) {
    JobId id = client.enqueue(job(queue)).id();
    Outcome outcome = new Outcome.Reject(Failure.of("Broken", message));
    client.settle(List.of(new Settlement(lease(queue).token(), outcome)));
    return id;
  }

  private Lease lease(String queue) {
    return client.lease(LeaseRequest.of(queue, "ada-1")).getFirst();
  }

  private static NewJob job(String queue) {
    return NewJob.builder("send").queue(queue).build();
  }

  private Ran on(String... arguments) {
    return waybill(
        Stream.concat(Stream.of(arguments), Stream.of("--server", service.httpAddress()))
            .toArray(String[]::new));
  }
}
