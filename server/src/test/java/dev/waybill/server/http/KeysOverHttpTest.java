package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.admin.AccessKey;
import dev.waybill.admin.Scope;
import dev.waybill.server.ServerSettings;
import dev.waybill.server.WaybillServer;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.AccessSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeysOverHttpTest {

  private static final String READER = "{\"scopes\":[\"read\"],\"label\":\"dashboard\"}";

  private @TempDir Path folder;
  private Guarded server;

  @BeforeEach
  void start() {
    server = new Guarded(folder, AccessSettings.DEFAULT);
  }

  private void restart(AccessSettings settings) {
    server.close();
    server = new Guarded(folder, settings);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_key_is_created_used_read_and_revoked() {
    String admin = server.key("acme", Scope.ADMIN).text();
    Running.Answer made = server.post("/v1/keys", READER, admin);
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.header("Cache-Control")).isEqualTo("no-store");
    String path = made.header("Location");
    String text = made.json().at("text").text();
    assertThat(server.get("/v1/jobs", text).status()).isEqualTo(200);
    Running.Answer shown = server.get(path, admin);
    assertThat(shown.json().at("label").text()).isEqualTo("dashboard");
    assertThat(shown.json().at("tenant").text()).isEqualTo("acme");
    assertThat(shown.body()).doesNotContain(text);
    assertThat(server.get("/v1/keys", admin).json().at("items").items()).hasSize(2);
    assertThat(server.post(path + "/revoke", "", admin).json().has("revoked_at")).isTrue();
    assertThat(server.get("/v1/jobs", text).status()).isEqualTo(401);
  }

  @Test
  void requests_for_keys_are_read_strictly() {
    String admin = server.key("acme", Scope.ADMIN).text();
    for (String json :
        new String[] {
          "{\"scopes\":[],\"label\":\"a\"}",
          "{\"scopes\":[\"root\"],\"label\":\"a\"}",
          "{\"scopes\":[\"read\"]}",
          "{\"scopes\":[\"read\"],\"label\":\"a\",\"tenant\":\"other\"}",
          "{\"scopes\":[\"read\"],\"label\":\"a\",\"expires_at\":\"2001-01-01T00:00:00Z\"}"
        }) {
      assertThat(server.post("/v1/keys", json, admin).status()).as(json).isEqualTo(400);
    }
    assertThat(server.keys().list("acme")).hasSize(1);
  }

  @Test
  void keys_are_listed_in_pages() {
    String admin = server.key("acme", Scope.ADMIN).text();
    for (int i = 0; i < 4; i++) {
      server.clock.advance(Duration.ofSeconds(1));
      server.key("acme", Scope.READ);
    }
    List<String> ids = new ArrayList<>();
    Tree page = server.get("/v1/keys?limit=2", admin).json();
    page.at("items").items().forEach(key -> ids.add(key.at("id").text()));
    String cursor = page.at("next_cursor").text();
    page = server.get("/v1/keys?limit=10&cursor=" + cursor, admin).json();
    page.at("items").items().forEach(key -> ids.add(key.at("id").text()));
    assertThat(ids)
        .containsExactlyElementsOf(server.keys().list("acme").stream().map(AccessKey::id).toList());
    assertThat(page.has("next_cursor")).isFalse();
    assertThat(server.get("/v1/keys?cursor=none", admin).code()).isEqualTo("invalid_cursor");
    assertThat(server.get("/v1/keys?limit=0", admin).status()).isEqualTo(400);
  }

  @Test
  void before_the_first_key_access_is_open_except_for_creating_it() {
    assertThat(server.get("/v1/jobs", null).status()).isEqualTo(200);
    assertThat(server.get("/v1/audit", null).status()).isEqualTo(200);
    Running.Answer refused = server.post("/v1/keys", READER, null);
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.json().at("detail").text()).contains("waybill keys create");
    assertThat(server.keys().isUntouched()).isTrue();
  }

  @Test
  void after_the_first_key_calls_need_a_key_even_if_all_are_revoked() {
    String id = server.key("default", Scope.READ).key().id();
    assertThat(server.get("/v1/jobs", null).status()).isEqualTo(401);
    server.keys().revoke("default", id);
    assertThat(server.get("/v1/jobs", null).status()).isEqualTo(401);
  }

  @Test
  void a_server_with_open_access_listens_on_loopback_only() {
    ServerSettings everywhere = ServerSettings.DEFAULT.withPort(0).withHost("0.0.0.0");
    for (Access access : new Access[] {server.access, Access.open()}) {
      assertThatThrownBy(() -> WaybillServer.start(server.waybill, everywhere, access).close())
          .hasMessageContaining("waybill keys create")
          .isInstanceOfSatisfying(
              WaybillException.class,
              refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT));
    }
    for (String host : new String[] {"127.0.0.1", "localhost", "::1", "127.8.8.8"}) {
      server.access.checkMayListenOn(host);
    }
    server.key("acme", Scope.READ);
    WaybillServer.start(server.waybill, everywhere, server.access).close();
  }

  @Test
  void calls_above_the_rate_limit_get_a_retry_after() {
    restart(AccessSettings.DEFAULT.withRequestsPerSecond(1));
    Running.Answer refused =
        IntStream.range(0, 100)
            .mapToObj(_ -> server.get("/livez", null))
            .filter(answer -> answer.status() != 200)
            .findFirst()
            .orElseThrow();
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.code()).isEqualTo("too_many_requests");
    assertThat(refused.header("Retry-After")).isEqualTo("1");
  }

  @Test
  void failed_authentications_are_slowed_down_and_valid_keys_are_not() {
    restart(AccessSettings.DEFAULT.withFailuresPerSecond(1));
    String good = server.key("acme", Scope.READ).text();
    assertThat(server.get("/v1/jobs", good).status()).isEqualTo(200);
    assertThat(IntStream.range(0, 100).map(i -> server.get("/v1/jobs", "guess" + i).status()))
        .contains(401, 429);
    assertThat(server.get("/v1/jobs", good).status()).isEqualTo(200);
  }
}
