package dev.waybill.cli;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.FreePort;
import dev.waybill.conformance.NatsProcess;
import dev.waybill.server.AddressFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What operators see of a server on NATS: readiness, metrics, and the findings of the doctor.
@Timeout(120)
final class NatsMonitoringTest {

  private static final String SMALL = "jetstream { max_file_store: 8MB }\n";
  private static final String SMALL_ACCOUNT =
      """
      jetstream {}
      accounts { A { jetstream { max_file: 2MB }, users: [{ user: waybill, password: s3cret }] } }
      """;

  @TempDir private Path folder;
  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void metrics_tell_how_many_jobs_are_in_memory_and_how_far_the_index_is_behind() throws Exception {
    try (NatsProcess nats = new NatsProcess("-js");
        Started _ = serve(nats.url())) {
      assertThat(enqueue("waiting").statusCode()).isEqualTo(201);
      eventually(
          () ->
              assertThat(get("/metrics").body())
                  .containsPattern("waybill_store_memory_jobs(\\{.*})? 1\\.0")
                  .containsPattern("waybill_store_memory_size_bytes(\\{.*})? [1-9]")
                  .containsPattern("waybill_store_memory_limit(\\{.*})? [1-9]")
                  .containsPattern("waybill_store_history_lag(\\{.*})? 0\\.0"));
    }
  }

  @Test
  void a_server_on_a_full_broker_is_not_ready() throws Exception {
    try (NatsProcess nats = configured(SMALL);
        Started _ = serve(nats.url())) {
      eventually(() -> assertThat(get("/readyz").statusCode()).isEqualTo(200));
      String payload = "x".repeat(50_000);
      while (enqueue(payload).statusCode() == 201) {
        assertThat(enqueue(payload).statusCode()).isIn(201, 507);
      }
      eventually(
          () -> {
            HttpResponse<String> ready = get("/readyz");
            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(ready.body()).contains("disk_full");
          });
    }
  }

  @Test
  void the_doctor_reports_an_account_that_is_nearly_full() throws Exception {
    try (NatsProcess nats = configured(SMALL_ACCOUNT)) {
      String url = nats.url().replace("//", "//waybill:s3cret@");
      try (Started _ = serve(url)) {
        assertThat(Ran.waybill(on(url, "provision", "--check")).out()).doesNotContain("storage");
        String payload = "x".repeat(20_000);
        while (enqueue(payload).statusCode() == 201) {
          assertThat(enqueue(payload).statusCode()).isIn(201, 507);
        }
      }
      Ran doctor = Ran.waybill(on(url, "doctor", "--port", "0", "--grpc-port", "0"));
      assertThat(doctor.exitCode()).isEqualTo(1);
      assertThat(doctor.out()).contains("FAIL", "storage of the account");
    }
  }

  @Test
  void a_server_is_alive_and_not_ready_until_nats_is_there() throws Exception {
    int port = FreePort.next();
    try (NatsProcess nats = new NatsProcess("-js")) {
      nats.stop();
      try (Started server =
          Started.waybill(
              folder,
              on(nats.url(), "serve", "--port", String.valueOf(port), "--grpc-port", "0"))) {
        server.awaitLine("waiting for the store");
        HttpResponse<String> ready = sent(at(port, "/readyz"));
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.body()).contains("\"store\":\"unavailable\"");
        assertThat(sent(at(port, "/livez")).statusCode()).isEqualTo(200);
        nats.restart();
        server.awaitLine("ready in");
        assertThat(sent(at(port, "/readyz")).statusCode()).isEqualTo(200);
      }
    }
  }

  /// A NATS that accepts connections and says nothing lets each try take seconds.
  @Test
  void a_server_is_alive_while_it_opens_its_store() throws Exception {
    int port = FreePort.next();
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Started _ =
            Started.waybill(
                folder,
                on(
                    "nats://127.0.0.1:" + silent.getLocalPort(),
                    "serve",
                    "--port",
                    String.valueOf(port),
                    "--grpc-port",
                    "0"))) {
      try (Socket _ = silent.accept()) {
        assertThat(sent(at(port, "/livez")).statusCode()).isEqualTo(200);
        assertThat(sent(at(port, "/readyz")).body()).contains("\"store\":\"unavailable\"");
      }
    }
  }

  private static HttpRequest.Builder at(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  private NatsProcess configured(String settings) throws IOException {
    Path file = Files.writeString(folder.resolve("nats.conf"), settings);
    return new NatsProcess("-js", "-c", file.toString());
  }

  private Started serve(String url) throws Exception {
    Started server = Started.waybill(folder, on(url, "serve", "--port", "0", "--grpc-port", "0"));
    server.awaitLine("ready");
    return server;
  }

  private String[] on(String url, String... command) {
    List<String> store =
        List.of(
            "--data",
            folder.resolve("one").toString(),
            "--set",
            "store.type=nats",
            "--set",
            "store.url=" + url);
    return Stream.concat(Stream.of(command), store.stream()).toArray(String[]::new);
  }

  private HttpResponse<String> enqueue(String payload) {
    String body = "{\"type\":\"t\",\"queue\":\"q\",\"payload\":\"" + payload + "\"}";
    return sent(
        request("/v1/jobs")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private HttpResponse<String> get(String path) {
    return sent(request(path));
  }

  private HttpRequest.Builder request(String path) {
    String address = AddressFile.in(folder.resolve("one")).read().orElseThrow();
    return HttpRequest.newBuilder(URI.create(address).resolve(path));
  }

  private HttpResponse<String> sent(HttpRequest.Builder request) {
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException failed) {
      throw new AssertionError(failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new AssertionError(stopped);
    }
  }
}
