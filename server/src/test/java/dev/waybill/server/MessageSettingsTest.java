package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import dev.waybill.server.config.ConfigReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Settings that take the place of the settings of a stream and a consumer; see docs/backends.md.
final class MessageSettingsTest {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static Service service;

  @BeforeAll
  static void start(@TempDir Path folder) {
    Map<String, String> flags =
        Map.of(
            "store.path", folder.toString(),
            "server.port", "0",
            "server.grpc_port", "0",
            "store.messages_ttl_days", "10",
            "store.default_visibility_timeout_seconds", "45");
    service = Service.start(ConfigReader.read(null, Map.of(), flags));
  }

  @AfterAll
  static void stop() {
    service.close();
    HTTP.shutdownNow();
  }

  @Test
  @Seed("S2.29")
  void messages_are_kept_as_long_as_the_setting_says() throws Exception {
    assertThat(scheduled(Duration.ofDays(8)).statusCode()).isEqualTo(202);
    HttpResponse<String> refused = scheduled(Duration.ofDays(11));
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("\"/send_at\"");
  }

  @Test
  @Seed("S2.32")
  void a_lease_lasts_as_long_as_the_setting_says() throws Exception {
    post("/v1/jobs", "{\"type\": \"t\"}");
    assertThat(post("/v1/leases", "{\"queue\": \"default\", \"worker\": \"w\"}").body())
        .contains("\"lease_duration\":\"PT45S\"");
  }

  private static HttpResponse<String> scheduled(Duration ahead) throws Exception {
    return post(
        "/v1/messages",
        """
        {"channel": "email", "recipient": "ada@example.org", "body": {"text": "Hello"},
         "send_at": "%s"}\
        """
            .formatted(Instant.now().plus(ahead)));
  }

  private static HttpResponse<String> post(String path, String body) throws Exception {
    return HTTP.send(
        HttpRequest.newBuilder(URI.create(service.httpAddress() + path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }
}
