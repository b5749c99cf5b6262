package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.Service;
import dev.waybill.server.config.ConfigReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `--json` prints the documents that the server answers with.
final class JsonOutputTest {

  private static final String SCHEMA = "{\"type\":\"object\",\"required\":[\"order\"]}";

  private @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private Service service;

  @BeforeEach
  void start() {
    Map<String, String> flags =
        Map.of(
            "store.path",
            folder.resolve("data").toString(),
            "server.port",
            "0",
            "server.grpc_port",
            "0");
    service = Service.start(ConfigReader.read(null, Map.of(), flags));
  }

  @AfterEach
  void stop() {
    service.close();
    client.shutdownNow();
  }

  @Test
  void jobs_and_queues() throws Exception {
    String id = run("submit", "--type", "t", "--queue", "q", "{\"a\":1}").strip();
    assertThat(json("jobs", "cancel", id))
        .isEqualTo(http("POST", "/v1/jobs/" + id + "/cancel", ""));
    assertThat(json("jobs", "list")).isEqualTo(http("GET", "/v1/jobs", ""));
    assertThat(json("dead", "list")).isEqualTo(http("GET", "/v1/dead", ""));
    String job = http("GET", "/v1/jobs/" + id, "");
    assertThat(json("jobs", "show", id))
        .startsWith(job.substring(0, job.length() - 1) + ",\"attempts\":[")
        .endsWith(",\"events\":[]}");
    assertThat(json("queues", "pause", "q")).isEqualTo(http("POST", "/v1/queues/q/pause", ""));
    assertThat(json("queues", "resume", "q")).isEqualTo(http("POST", "/v1/queues/q/resume", ""));
    assertThat(json("queues")).isEqualTo(http("GET", "/v1/queues", ""));
    String settings = json("queues", "set", "q", "--max-waiting", "5");
    assertThat(settings).isEqualTo(http("GET", "/v1/queues/q/settings", ""));
    assertThat(json("queues", "settings", "q")).isEqualTo(settings);
    String other = run("submit", "--type", "t", "--queue", "other").strip();
    assertThat(json("jobs", "delete", id)).isEqualTo(http("DELETE", "/v1/jobs/" + other, ""));
  }

  @Test
  void schedules() throws Exception {
    String put =
        json("schedules", "put", "s", "--cron", "0 9 1 1 *", "--type", "t", "--queue", "q");
    assertThat(put).isEqualTo(http("GET", "/v1/schedules/s", ""));
    assertThat(json("schedules", "show", "s")).isEqualTo(put);
    assertThat(json("schedules")).isEqualTo(http("GET", "/v1/schedules", ""));
    assertThat(json("schedules", "pause", "s")).isEqualTo(http("GET", "/v1/schedules/s", ""));
    assertThat(json("schedules", "history", "s"))
        .isEqualTo(http("GET", "/v1/schedules/s/history", ""));
    http("PUT", "/v1/schedules/other", "{\"every\":\"1d\",\"action\":{\"job\":{\"type\":\"t\"}}}");
    assertThat(json("schedules", "delete", "s"))
        .isEqualTo(http("DELETE", "/v1/schedules/other", ""));
  }

  @Test
  void topics_and_schemas() throws Exception {
    assertThat(json("topics", "create", "orders")).isEqualTo(http("GET", "/v1/topics/orders", ""));
    assertThat(json("topics")).isEqualTo(http("GET", "/v1/topics", ""));
    json("topics", "subscribe", "orders", "all", "--queue", "q");
    assertThat(json("topics", "subscriptions", "orders"))
        .isEqualTo(http("GET", "/v1/topics/orders/subscriptions", ""));
    Path file = Files.writeString(folder.resolve("order.json"), SCHEMA);
    String definition = "{\"schema\":" + SCHEMA + "}";
    assertThat(json("schemas", "register", "order", "1.0", file.toString(), "--dry-run"))
        .isEqualTo(http("POST", "/v1/schemas/order/1.0/judge", definition));
    assertThat(json("schemas", "register", "order", "1.0", file.toString()))
        .isEqualTo(http("PUT", "/v1/schemas/order/1.0", definition));
    assertThat(json("schemas", "show", "order", "1.0"))
        .isEqualTo(http("GET", "/v1/schemas/order/1.0", ""));
    assertThat(json("schemas")).isEqualTo(http("GET", "/v1/schemas", ""));
    assertThat(run("schemas", "validate", "order", "1.0", "{}", "--json").strip())
        .isEqualTo(http("POST", "/v1/schemas/order/1.0/validate", "{}"));
  }

  @Test
  void the_server() throws Exception {
    assertThat(json("info")).isEqualTo(http("GET", "/v1/info", ""));
    assertThat(json("keys", "list")).isEqualTo(http("GET", "/v1/keys", ""));
  }

  private String json(String... command) {
    return run(Stream.concat(Stream.of(command), Stream.of("--json")).toArray(String[]::new))
        .strip();
  }

  private String run(String... command) {
    Stream<String> all =
        Stream.concat(Stream.of(command), Stream.of("--server", service.httpAddress()));
    Ran ran = Ran.waybill(all.toArray(String[]::new));
    assertThat(ran.err()).as(String.join(" ", command)).isEmpty();
    return ran.out();
  }

  private String http(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(service.httpAddress() + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString()).body();
  }
}
