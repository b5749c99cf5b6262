package dev.waybill.cli;

import static dev.waybill.conformance.Eventually.eventually;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.RedisProcess;
import dev.waybill.server.AddressFile;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What operators see of a server on Redis: readiness, metrics, and the findings of the doctor.
@Timeout(120)
final class RedisMonitoringTest {

  @TempDir private Path folder;
  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void metrics_tell_the_memory_of_redis_and_of_finished_jobs() throws Exception {
    try (RedisProcess redis = new RedisProcess("--appendonly", "yes", "--maxmemory", "200mb");
        Started _ = serve(redis.url())) {
      assertThat(enqueue("waiting").statusCode()).isEqualTo(201);
      eventually(
          () ->
              assertThat(get("/metrics").body())
                  .containsPattern("waybill_store_server_memory_bytes(\\{.*})? [1-9]")
                  .containsPattern("waybill_store_server_memory_limit_bytes(\\{.*})? 2\\.097152E8")
                  .containsPattern("waybill_store_server_replicas(\\{.*})? 0\\.0")
                  .containsPattern("waybill_store_server_finished_jobs(\\{.*})? 0\\.0")
                  .containsPattern("waybill_store_server_finished_job_size_bytes(\\{.*})? 0\\.0"));
    }
  }

  @Test
  void a_server_on_a_full_redis_is_not_ready() throws Exception {
    try (RedisProcess redis = new RedisProcess("--appendonly", "yes");
        Started _ = serve(redis.url())) {
      eventually(() -> assertThat(get("/readyz").statusCode()).isEqualTo(200));
      limitMemory(redis, "1kb");
      assertThat(enqueue("refused").statusCode()).isEqualTo(507);
      eventually(
          () -> {
            HttpResponse<String> ready = get("/readyz");
            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(ready.body()).contains("disk_full");
          });
    }
  }

  @Test
  void the_doctor_tells_the_reason_of_the_durability_and_that_memory_has_no_limit() {
    try (RedisProcess redis = new RedisProcess("--appendonly", "yes")) {
      Ran.waybill(on(redis.url(), "provision"));
      Ran doctor = Ran.waybill(on(redis.url(), "doctor", "--port", "0", "--grpc-port", "0"));
      assertThat(doctor.out()).contains("appendfsync is everysec", "maxmemory is not set");
    }
  }

  private static void limitMemory(RedisProcess redis, String limit) throws IOException {
    URI at = URI.create(redis.url());
    try (Socket connection = new Socket(at.getHost(), at.getPort())) {
      connection
          .getOutputStream()
          .write("CONFIG SET maxmemory %s\r\n".formatted(limit).getBytes(US_ASCII));
      assertThat(new String(connection.getInputStream().readNBytes(3), US_ASCII)).isEqualTo("+OK");
    }
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
            "store.type=redis",
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
