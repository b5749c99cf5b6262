package dev.waybill.server.http;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.admin.Scope;
import dev.waybill.server.auth.AccessSettings;
import dev.waybill.server.auth.CallQuotas;
import dev.waybill.server.http.api.HttpLimits;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A tenant cannot use up the limits of the server, and learns nothing about other tenants.
@Timeout(180)
final class SharesTest {

  private static final String POLL = "{\"queue\":\"q\",\"worker\":\"w\",\"wait\":\"1m\"}";
  private static final String SLOW = "{\"action\":\"cancel\",\"filter\":{},\"rate_per_second\":1}";

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private Guarded server;
  private String acme;
  private String other;

  @BeforeEach
  void start() {
    HttpLimits limits = HttpLimits.DEFAULT.withBulk(new HttpLimits.BulkLimits(2, 1));
    AccessSettings calls = AccessSettings.DEFAULT.withCalls(new CallQuotas.Limits(2, 1, 1));
    server = new Guarded(folder, calls, limits);
    acme = server.key("acme", Scope.values()).text();
    other = server.key("other", Scope.values()).text();
  }

  @AfterEach
  void stop() {
    client.shutdownNow();
    server.close();
  }

  @Test
  void streams_are_limited_per_tenant() {
    String theirs = later("acme");
    var _ = follow(theirs, acme);
    eventually(() -> assertThat(server.load().streams()).isOne());
    HttpResponse<String> refused = follow(theirs, acme).join();
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.body()).contains("too_many_streams", "limits.streams_per_tenant");
    var _ = follow(later("other"), other);
    eventually(() -> assertThat(server.load().streams()).isEqualTo(2));
    String third = server.key("third", Scope.values()).text();
    Tree full = Tree.parse(follow(later("third"), third).join().body());
    assertThat(full.at("code").text()).isEqualTo("too_many_streams");
    assertThat(full.at("detail").text()).doesNotContainPattern("[0-9]");
  }

  @Test
  void long_polls_are_limited_per_tenant() {
    var _ = poll(acme);
    eventually(() -> assertThat(server.load().waiting()).isOne());
    HttpResponse<String> refused = poll(acme).join();
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("too_many_waiting", "limits.waiting_per_tenant");
    var _ = poll(other);
    eventually(() -> assertThat(server.load().waiting()).isEqualTo(2));
  }

  @Test
  void operations_are_limited_per_tenant() {
    for (String tenant : List.of("acme", "other")) {
      for (int i = 0; i < 100; i++) {
        later(tenant);
      }
    }
    assertThat(server.post("/v1/operations", SLOW, acme).status()).isEqualTo(202);
    Running.Answer refused = server.post("/v1/operations", SLOW, acme);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.code()).isEqualTo("too_many_operations");
    assertThat(refused.json().at("detail").text()).contains("limits.operations_per_tenant");
    assertThat(server.post("/v1/operations", SLOW, other).status()).isEqualTo(202);
  }

  private String later(String tenant) {
    NewJob job = NewJob.builder("t").delay(Duration.ofDays(30)).build();
    return server.waybill.tenant(tenant).enqueue(job).id().toString();
  }

  private CompletableFuture<HttpResponse<String>> follow(String job, String key) {
    return client.sendAsync(
        HttpRequest.newBuilder(server.address("/v1/jobs/" + job + "/events"))
            .header("Accept", "text/event-stream")
            .header("Authorization", "Bearer " + key)
            .build(),
        BodyHandlers.ofString());
  }

  private CompletableFuture<HttpResponse<String>> poll(String key) {
    return client.sendAsync(
        HttpRequest.newBuilder(server.address("/v1/leases"))
            .header("Authorization", "Bearer " + key)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(POLL))
            .build(),
        BodyHandlers.ofString());
  }
}
