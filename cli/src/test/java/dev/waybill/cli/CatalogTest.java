package dev.waybill.cli;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.EngineOpener;
import dev.waybill.result.EnqueueResult;
import dev.waybill.server.Service;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.settings.ConnectSettings;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Catalog.Search;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The search index of a data directory and of a server: built, deleted, rebuilt, and unavailable
/// for some time.
@Timeout(180)
final class CatalogTest {

  private static final int MESSAGES = 900;

  @TempDir Path folder;

  @Test
  @Promise("R2")
  void a_rebuild_restores_the_index_of_a_server() {
    recordMessages();
    try (Service service = serve()) {
      eventually(() -> assertThat(lag(service)).isZero());
    }
    List<Catalog.Entry> kept = entries();

    Ran ran = rebuild();

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out()).containsPattern("up to fact (90\\d) of \\1\\b");
    assertThat(kept).hasSize(MESSAGES);
    assertThat(entries()).isEqualTo(kept);
  }

  @Test
  @Promise("R2")
  void a_server_rebuilds_its_index_while_it_runs() {
    recordMessages();
    try (Service service = serve()) {
      Ran ran = rebuild("--json");

      assertThat(ran.exitCode()).as(ran.err()).isZero();
      assertThat(ran.out()).containsPattern("\"position\":90\\d\\b");
      eventually(() -> assertThat(lag(service)).isZero());
    }
    assertThat(entries()).hasSize(MESSAGES);
  }

  @Test
  void a_rebuild_does_not_create_a_missing_data_directory() {
    Path none = folder.resolve("none");

    Ran ran = Ran.waybill("catalog", "rebuild", "--data", none.toString());

    assertThat(ran.exitCode()).isEqualTo(4);
    assertThat(none).doesNotExist();
  }

  @Test
  @Promise("R2")
  void without_an_index_jobs_run_and_the_lag_is_reported() throws Exception {
    try (Service service = serve();
        Waybill waybill =
            Waybill.connect(URI.create(service.httpAddress()), ConnectSettings.DEFAULT)) {
      try (Connection greedy = DriverManager.getConnection(catalogFile());
          Statement lock = greedy.createStatement()) {
        lock.execute("begin exclusive");
        assertThat(Ran.waybill(on("queues", "set", "mails", "--lease-duration", "1m")).exitCode())
            .isZero();

        EnqueueResult sent = waybill.enqueue(NewJob.of("mail.send", "{}"));
        Lease lease = waybill.lease(LeaseRequest.of("default", "w")).getFirst();
        waybill.settle(List.of(new Settlement(lease.token(), Outcome.done())));

        assertThat(sent).isNotNull();
        assertThat(waybill.find(lease.job().id()).orElseThrow().state()).isEqualTo(State.COMPLETED);
        eventually(() -> assertThat(lag(service)).isPositive());
        lock.execute("rollback");
      }
      eventually(() -> assertThat(lag(service)).isZero());
    }
  }

  @Test
  @Promise("R2")
  void a_rebuild_restores_the_search_for_jobs() {
    try (Service service = serve();
        Waybill waybill =
            Waybill.connect(URI.create(service.httpAddress()), ConnectSettings.DEFAULT)) {
      JobId id = waybill.enqueue(NewJob.of("mail.send", "to grace")).id();
      assertThat(rebuild().exitCode()).isZero();
      eventually(() -> assertThat(lag(service)).isZero());
      eventually(
          () ->
              assertThat(waybill.list(JobFilter.ALL.withWords("grace"), Page.Request.FIRST).items())
                  .extracting(Job::id)
                  .containsExactly(id));
    }
  }

  private void recordMessages() {
    try (Backend store = open()) {
      store.ledger().record(IntStream.range(0, MESSAGES).mapToObj(CatalogTest::sent).toList());
    }
  }

  private static Fact sent(int number) {
    LedgerKey key = new LedgerKey("acme", "handoff", "m-" + number);
    Instant at = Instant.parse("2030-01-01T12:00:00Z").plusSeconds(number);
    return new Fact(key, 1, "sent", "SENT", 100, 0, at, Payload.of("to person " + number));
  }

  private List<Catalog.Entry> entries() {
    try (Backend store = open()) {
      Search all = new Search("acme", "handoff", Map.of("state", "SENT"), "person", 1_000, null);
      return store.catalog().search(all).items();
    }
  }

  private Backend open() {
    return EngineOpener.backend(folder.toUri(), Settings.DEFAULT);
  }

  private String catalogFile() {
    return "jdbc:sqlite:" + folder.resolve("catalog.db");
  }

  private Service serve() {
    Map<String, String> flags =
        Map.of("store.path", folder.toString(), "server.port", "0", "server.grpc_port", "0");
    return Service.start(ConfigReader.read(null, Map.of(), flags));
  }

  private Ran rebuild(String... more) {
    return Ran.waybill(
        Stream.concat(Stream.of(on("catalog", "rebuild")), Stream.of(more)).toArray(String[]::new));
  }

  private String[] on(String... command) {
    String[] all = Arrays.copyOf(command, command.length + 2);
    all[command.length] = "--data";
    all[command.length + 1] = folder.toString();
    return all;
  }

  private static long lag(Service service) {
    String page = metrics(service);
    return page.lines()
        .filter(line -> line.startsWith("waybill_catalog_lag"))
        .map(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError(page));
  }

  private static String metrics(Service service) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(service.httpAddress() + "/metrics")).build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request, BodyHandlers.ofString()).body();
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }
}
