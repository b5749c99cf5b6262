package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.Scope;
import dev.waybill.server.auth.Waits;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.connection.DelayedTasks;
import dev.waybill.server.http.connection.Exchanges;
import dev.waybill.server.http.connection.HttpWaits;
import dev.waybill.server.http.operation.OperationBook;
import dev.waybill.server.http.operation.Operations;
import dev.waybill.server.http.routes.RouteTable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every route with every kind of credential. The IDs in the paths belong to another tenant.
final class AccessMatrixTest {

  /// Routes that require `operate` and `produce`.
  private static final Set<String> STARTS_JOBS =
      Set.of("PUT /v1/schedules/{name}", "POST /v1/schedules/{name}/run");

  /// Routes for resources of all tenants.
  private static final Set<String> OF_ALL_TENANTS =
      Set.of("POST /v1/token-keys/rotate", "GET /v1/catalog", "POST /v1/catalog/rebuild");

  private @TempDir Path folder;
  private Guarded server;
  private DelayedTasks ticker;
  private List<Route> routes;
  private String theirJob;
  private String theirKey;
  private String theirOperation;

  @BeforeEach
  void start() {
    server = new Guarded(folder, Guarded.TOLERANT);
    ticker = new DelayedTasks();
    Exchanges exchanges =
        new Exchanges(HttpLimits.DEFAULT.times(), HttpServer.Watching.NONE.calls());
    routes =
        RouteTable.of(
                exchanges,
                new HttpWaits(new Waits(), server.access.quotas().waiting()),
                ticker,
                new Operations(
                    server.waybill, OperationBook.of(server.access), HttpLimits.BulkLimits.DEFAULT),
                HttpLimits.DEFAULT)
            .all();
    CreatedKey theirs = server.key("theirs", Scope.values());
    theirKey = theirs.key().id();
    theirJob = server.waybill.tenant("theirs").enqueue(NewJob.of("t", "{}")).id().toString();
    String start = "{\"action\":\"redrive\",\"filter\":{}}";
    theirOperation = server.post("/v1/operations", start, theirs.text()).json().at("id").text();
  }

  @AfterEach
  void stop() {
    ticker.close();
    server.close();
  }

  @Test
  void every_scope_has_a_route() {
    assertThat(guarded().stream().map(Route::scope).distinct())
        .containsExactlyInAnyOrder(Scope.values());
    assertThat(guarded()).hasSizeGreaterThan(20);
  }

  @Test
  void calls_without_a_valid_key_are_refused() {
    Instant end = server.clock.instant().plusSeconds(60);
    String expired = server.key("ours", end).text();
    CreatedKey revoked = server.key("ours", Scope.values());
    server.keys().revoke("ours", revoked.key().id());
    server.clock.advance(Duration.ofSeconds(60));
    String wrong = "wbk_" + "A".repeat(43);
    String token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.";
    for (Route route : guarded()) {
      assertStatus(401, route, null);
      for (String key : List.of("", wrong, expired, revoked.text(), token)) {
        assertStatus(401, route, key);
      }
    }
  }

  @Test
  void each_scope_grants_its_own_routes_only() {
    Map<Scope, String> keys = new EnumMap<>(Scope.class);
    for (Scope scope : Scope.values()) {
      keys.put(scope, server.key("ours", scope).text());
    }
    for (Route route : guarded()) {
      keys.forEach(
          (scope, key) -> {
            int status = ask(route, key).status();
            boolean enough =
                !STARTS_JOBS.contains(name(route)) && !OF_ALL_TENANTS.contains(name(route));
            if ((scope == route.scope() || scope == route.also()) && enough) {
              assertThat(status).as(name(route)).isNotIn(401, 403, 429, 500);
            } else {
              assertThat(status).as(name(route) + " with " + scope).isEqualTo(403);
            }
          });
    }
  }

  @Test
  void routes_for_all_tenants_are_for_administrators_of_the_default_tenant() {
    String admin = server.key(Waybill.DEFAULT_TENANT, Scope.ADMIN).text();
    List<Route> shared =
        guarded().stream().filter(route -> OF_ALL_TENANTS.contains(name(route))).toList();
    assertThat(shared).hasSize(OF_ALL_TENANTS.size());
    for (Route route : shared) {
      assertThat(ask(route, admin).status()).as(name(route)).isBetween(200, 299);
    }
  }

  /// A caller without `produce` cannot produce through a schedule.
  @Test
  void routes_that_make_a_schedule_start_jobs_need_both_scopes() {
    String both = server.key("ours", Scope.OPERATE, Scope.PRODUCE).text();
    List<Route> starting =
        guarded().stream().filter(route -> STARTS_JOBS.contains(name(route))).toList();
    assertThat(starting).hasSize(STARTS_JOBS.size());
    for (Route route : starting) {
      assertStatus(200, route, both);
    }
  }

  @Test
  void resources_of_another_tenant_are_not_found() {
    String ours = server.key("ours", Scope.values()).text();
    List<Route> withIds =
        guarded().stream().filter(route -> route.path().parameters().contains("id")).toList();
    assertThat(withIds).hasSizeGreaterThan(8);
    for (Route route : withIds) {
      assertStatus(404, route, ours);
    }
    assertThat(server.keys().find("theirs", theirKey).revokedAt()).isNull();
  }

  @Test
  void lists_contain_nothing_of_another_tenant() {
    String ours = server.key("ours", Scope.values()).text();
    for (String path : List.of("/v1/jobs", "/v1/dead", "/v1/queues", "/v1/operations")) {
      assertThat(server.get(path, ours).json().at("items").items()).as(path).isEmpty();
    }
    assertThat(server.get("/v1/keys", ours).body()).doesNotContain("theirs", theirKey);
    assertThat(server.get("/v1/audit", ours).body()).doesNotContain(theirKey, "redrive");
  }

  /// Its credential is a signature; no provider of webhooks is configured here.
  private static boolean isWebhook(Route route) {
    return route.path().text().startsWith("/v1/webhooks/");
  }

  @Test
  void public_routes_need_no_key() {
    for (Route route : routes) {
      if (route.scope() == null) {
        int status = ask(route, null).status();
        Set<Integer> expected =
            isWebhook(route)
                ? Set.of(404)
                : name(route).equals("POST /v1/session") ? Set.of(401) : Set.of(200, 204, 302);
        assertThat(status).as(name(route)).isIn(expected);
      }
    }
  }

  @Test
  void a_call_without_credentials_gets_a_challenge_and_no_details() {
    Running.Answer answer = server.get("/v1/jobs", null);
    assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
    assertThat(answer.code()).isEqualTo("unauthenticated");
    Running.Answer wrong = server.get("/v1/jobs", "wbk_" + "A".repeat(43));
    assertThat(wrong.json().at("detail")).isEqualTo(answer.json().at("detail"));
  }

  private List<Route> guarded() {
    return routes.stream().filter(route -> route.scope() != null).toList();
  }

  private void assertStatus(int status, Route route, @Nullable String key) {
    assertThat(ask(route, key).status()).as(name(route)).isEqualTo(status);
  }

  private Running.Answer ask(Route route, @Nullable String key) {
    String path = route.path().text();
    String id =
        path.startsWith("/v1/keys")
            ? theirKey
            : path.startsWith("/v1/op") ? theirOperation : theirJob;
    String json = Objects.requireNonNullElse(route.example(), "").replace("20s", "0s");
    String filled = path.replace("{id}", id).replaceAll("\\{[a-z_]+}", "default");
    boolean isEndless = path.startsWith("/v1/stream/");
    return server.call(isEndless ? "HEAD" : route.method(), filled, json, key);
  }

  private static String name(Route route) {
    return route.method() + " " + route.path().text();
  }
}
