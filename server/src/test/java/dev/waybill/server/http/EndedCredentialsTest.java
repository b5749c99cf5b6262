package dev.waybill.server.http;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.Scope;
import dev.waybill.server.auth.AccessSettings;
import dev.waybill.server.http.api.HttpLimits;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Streams and long polls end with their credential.
@Timeout(180)
final class EndedCredentialsTest {

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private Guarded server;
  private String job;

  @BeforeEach
  void start() {
    HttpLimits limits = HttpLimits.DEFAULT.withHeartbeat(Duration.ofMillis(100));
    server = new Guarded(folder, AccessSettings.DEFAULT, limits);
    NewJob later = NewJob.builder("t").delay(Duration.ofDays(30)).build();
    job = server.waybill.tenant("acme").enqueue(later).id().toString();
  }

  @AfterEach
  void stop() {
    client.shutdownNow();
    server.close();
  }

  @Test
  void a_stream_ends_when_its_key_is_revoked() throws Exception {
    CreatedKey key = server.key("acme", Scope.READ);
    var sse = follow("text/event-stream", key);
    var ndjson = follow("application/x-ndjson", key);
    eventually(() -> assertThat(server.load().streams()).isEqualTo(2));
    server.keys().revoke("acme", key.key().id());
    assertThat(sse.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    assertThat(ndjson.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    assertThat(server.load().streams()).isZero();
  }

  @Test
  void a_stream_ends_when_its_key_expires_and_others_continue() throws Exception {
    CreatedKey brief = server.key("acme", server.clock.instant().plusSeconds(60));
    CreatedKey lasting = server.key("acme", Scope.READ);
    var ends = follow("text/event-stream", brief);
    var goesOn = follow("text/event-stream", lasting);
    eventually(() -> assertThat(server.load().streams()).isEqualTo(2));
    server.clock.advance(Duration.ofSeconds(61));
    ends.get(30, TimeUnit.SECONDS);
    assertThat(goesOn).isNotDone();
    assertThat(server.load().streams()).isOne();
  }

  @Test
  void a_long_poll_ends_when_its_key_is_revoked() throws Exception {
    CreatedKey key = server.key("acme", Scope.WORK);
    HttpRequest poll =
        HttpRequest.newBuilder(server.address("/v1/leases"))
            .header("Authorization", "Bearer " + key.text())
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"queue\":\"q\",\"worker\":\"w\",\"wait\":\"1m\"}"))
            .build();
    var waiting = client.sendAsync(poll, BodyHandlers.ofString());
    eventually(() -> assertThat(server.load().waiting()).isOne());
    server.keys().revoke("acme", key.key().id());
    Tree answer = Tree.parse(waiting.get(30, TimeUnit.SECONDS).body());
    assertThat(answer.at("leases").items()).isEmpty();
  }

  private CompletableFuture<HttpResponse<String>> follow(String format, CreatedKey key) {
    HttpRequest request =
        HttpRequest.newBuilder(server.address("/v1/jobs/" + job + "/events"))
            .header("Accept", format)
            .header("Authorization", "Bearer " + key.text())
            .build();
    return client.sendAsync(request, BodyHandlers.ofString());
  }
}
