package dev.waybill.server.http.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.admin.AuditEntry;
import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.Scope;
import dev.waybill.server.auth.AccessSettings;
import dev.waybill.server.http.Guarded;
import dev.waybill.server.http.Running;
import dev.waybill.server.http.Tree;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// People who sign in with an API key, over a real server.
final class SessionsOverHttpTest {

  private static final String CSRF = "X-Waybill-CSRF";

  private @TempDir Path folder;
  private Guarded server;

  @BeforeEach
  void start() {
    server = new Guarded(folder, AccessSettings.DEFAULT.withFailuresPerSecond(0));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /// A browser that is signed in.
  private record Browser(String cookie, String token, Running.Answer answer) {}

  private Browser signIn(CreatedKey key) {
    Running.Answer answer = signIn(key.text(), Map.of());
    assertThat(answer.status()).isEqualTo(200);
    String cookie = answer.header("Set-Cookie").replaceFirst(";.*", "");
    return new Browser(cookie, answer.json().at("csrf_token").text(), answer);
  }

  private Running.Answer signIn(String key, Map<String, String> headers) {
    return send("POST", "/v1/session", "{\"api_key\":\"" + key + "\"}", headers);
  }

  private Running.Answer send(
      String method, String path, String json, Map<String, String> headers) {
    return server.send(
        path,
        request -> {
          HttpRequest.Builder all = request.method(method, BodyPublishers.ofString(json));
          if (!json.isEmpty()) {
            all.header("Content-Type", "application/json");
          }
          headers.forEach(all::header);
          return all;
        });
  }

  private Running.Answer get(String path, Browser browser) {
    return send("GET", path, "", Map.of("Cookie", browser.cookie()));
  }

  @Test
  void nobody_is_signed_in_at_first() {
    server.key("acme", Scope.READ);
    Tree session = server.get("/v1/session", null).json();
    assertThat(session.at("mode").text()).isEqualTo("none");
    assertThat(session.at("sign_in").items()).hasSize(1);
    assertThat(session.at("sign_in", 0).text()).isEqualTo("key");
  }

  @Test
  void a_server_without_keys_needs_no_sign_in() {
    Tree session = server.get("/v1/session", null).json();
    assertThat(session.at("mode").text()).isEqualTo("open");
    assertThat(session.at("tenant").text()).isEqualTo("default");
    assertThat(session.at("scopes").items()).hasSize(Scope.values().length);
    assertThat(signIn("wbk_" + "A".repeat(43), Map.of()).status()).isEqualTo(400);
  }

  @Test
  void a_key_opens_a_session_with_its_scopes() {
    Browser ada = signIn(server.key("acme", Scope.READ));
    Tree session = get("/v1/session", ada).json();
    assertThat(session.at("mode").text()).isEqualTo("session");
    assertThat(session.at("tenant").text()).isEqualTo("acme");
    assertThat(session.at("label").text()).isEqualTo("test");
    assertThat(session.at("scopes").items()).hasSize(1);
    assertThat(session.at("csrf_token").text()).isEqualTo(ada.token());
    assertThat(get("/v1/jobs", ada).status()).isEqualTo(200);
    assertThat(get("/v1/keys", ada).status()).isEqualTo(403);
  }

  @Test
  void the_cookie_is_hidden_from_scripts_and_from_other_sites() {
    String cookie = signIn(server.key("acme", Scope.READ)).answer().header("Set-Cookie");
    assertThat(cookie)
        .startsWith("waybill_session=")
        .contains("; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age=43200")
        .doesNotContain("Domain");
  }

  @Test
  void a_call_with_a_key_says_so() {
    Tree session = server.get("/v1/session", server.key("acme", Scope.WORK).text()).json();
    assertThat(session.at("mode").text()).isEqualTo("key");
    assertThat(session.at("scopes", 0).text()).isEqualTo("work");
    assertThat(server.get("/v1/session", "wbk_" + "A".repeat(43)).status()).isEqualTo(401);
  }

  @Test
  void a_wrong_key_opens_no_session() {
    CreatedKey revoked = server.key("acme", Scope.READ);
    server.keys().revoke("acme", revoked.key().id());
    for (String key : List.of("", "x", "wbk_" + "A".repeat(43), revoked.text(), "a.b.c")) {
      Running.Answer answer = signIn(key, Map.of());
      assertThat(answer.status()).as(key).isEqualTo(401);
      assertThat(answer.header("Set-Cookie")).isEmpty();
    }
  }

  @Test
  void wrong_keys_are_limited_like_other_wrong_credentials(@TempDir Path other) {
    try (Guarded strict = new Guarded(other, AccessSettings.DEFAULT.withFailuresPerSecond(1))) {
      strict.key("acme", Scope.READ);
      String guess = "{\"api_key\":\"wbk_" + "A".repeat(43) + "\"}";
      assertThat(strict.post("/v1/session", guess, null).status()).isEqualTo(401);
      assertThat(strict.post("/v1/session", guess, null).status()).isEqualTo(429);
    }
  }

  @Test
  void a_change_needs_the_token_of_the_session() {
    Browser ada = signIn(server.key("acme", Scope.OPERATE, Scope.READ));
    Browser bob = signIn(server.key("acme", Scope.OPERATE));
    String path = "/v1/queues/mails/pause";
    Map<String, String> cookie = Map.of("Cookie", ada.cookie());
    assertThat(send("POST", path, "", cookie).code()).isEqualTo("csrf");
    for (String token : List.of("", "x", bob.token(), ada.token() + "x")) {
      Running.Answer answer = send("POST", path, "", Map.of("Cookie", ada.cookie(), CSRF, token));
      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.code()).isEqualTo("csrf");
    }
    assertThat(get("/v1/queues/mails", ada).json().at("paused").flag()).isFalse();
    Map<String, String> both = Map.of("Cookie", ada.cookie(), CSRF, ada.token());
    assertThat(send("POST", path, "", both).status()).isEqualTo(200);
  }

  @Test
  void a_page_of_another_site_cannot_use_the_session() {
    Browser ada = signIn(server.key("acme", Scope.OPERATE, Scope.READ));
    for (String origin : List.of("https://evil.example", "null", "http://127.0.0.1:1")) {
      Map<String, String> headers =
          Map.of("Cookie", ada.cookie(), CSRF, ada.token(), "Origin", origin);
      assertThat(send("GET", "/v1/jobs", "", headers).status()).isEqualTo(403);
      assertThat(send("POST", "/v1/queues/q/pause", "", headers).status()).isEqualTo(403);
      assertThat(send("DELETE", "/v1/session", "", headers).status()).isEqualTo(403);
      assertThat(signIn("x", headers).status()).isEqualTo(403);
    }
    assertThat(get("/v1/jobs", ada).status()).isEqualTo(200);
  }

  @Test
  void a_changed_cookie_is_worth_nothing() {
    Browser ada = signIn(server.key("acme", Scope.READ));
    String flipped = ada.cookie().endsWith("A") ? "B" : "A";
    String changed = ada.cookie().replaceFirst(".$", flipped);
    for (String cookie :
        List.of(
            changed,
            ada.cookie() + "x",
            "waybill_session=",
            "waybill_session=" + "A".repeat(43),
            ada.cookie() + "; waybill_session=other",
            ada.cookie().replace("waybill_session", "__Host-waybill_session"))) {
      Map<String, String> headers = Map.of("Cookie", cookie);
      assertThat(send("GET", "/v1/jobs", "", headers).status()).as(cookie).isEqualTo(401);
      assertThat(send("GET", "/v1/session", "", headers).json().at("mode").text())
          .isEqualTo("none");
    }
  }

  @Test
  void a_session_ends_after_some_hours() {
    Browser ada = signIn(server.key("acme", Scope.READ));
    server.clock.advance(Duration.ofHours(12).minusSeconds(1));
    assertThat(get("/v1/jobs", ada).status()).isEqualTo(200);
    server.clock.advance(Duration.ofSeconds(1));
    assertThat(get("/v1/jobs", ada).status()).isEqualTo(401);
    assertThat(get("/v1/session", ada).json().at("mode").text()).isEqualTo("none");
  }

  @Test
  void a_session_ends_with_its_key() {
    CreatedKey key = server.key("acme", Scope.READ);
    Browser ada = signIn(key);
    server.keys().revoke("acme", key.key().id());
    assertThat(get("/v1/jobs", ada).status()).isEqualTo(401);
    Instant end = server.clock.instant().plusSeconds(60);
    Browser bob = signIn(server.key("acme", end));
    assertThat(Instant.parse(get("/v1/session", bob).json().at("expires_at").text()))
        .isEqualTo(end);
    server.clock.advance(Duration.ofSeconds(60));
    assertThat(get("/v1/jobs", bob).status()).isEqualTo(401);
  }

  @Test
  void a_cookie_adds_nothing_to_another_credential() {
    Browser admin = signIn(server.key("acme", Scope.ADMIN, Scope.READ));
    String reader = server.key("ours", Scope.READ).text();
    Map<String, String> both =
        Map.of("Cookie", admin.cookie(), "Authorization", "Bearer " + reader);
    assertThat(send("GET", "/v1/keys", "", both).status()).isEqualTo(403);
    assertThat(send("GET", "/v1/session", "", both).json().at("tenant").text()).isEqualTo("ours");
    Map<String, String> wrong = Map.of("Cookie", admin.cookie(), "Authorization", "Bearer x");
    assertThat(send("GET", "/v1/jobs", "", wrong).status()).isEqualTo(401);
  }

  @Test
  void a_sign_in_replaces_the_session_that_the_browser_had() {
    Browser before = signIn(server.key("acme", Scope.READ));
    Running.Answer answer =
        signIn(server.key("acme", Scope.READ).text(), Map.of("Cookie", before.cookie()));
    String after = answer.header("Set-Cookie").replaceFirst(";.*", "");
    assertThat(after).isNotEqualTo(before.cookie());
    assertThat(get("/v1/jobs", before).status()).isEqualTo(401);
    Map<String, String> chosen = Map.of("Cookie", "waybill_session=" + "C".repeat(43));
    assertThat(signIn(server.key("acme", Scope.READ).text(), chosen).header("Set-Cookie"))
        .doesNotContain("CCCC");
  }

  @Test
  void a_person_signs_out() {
    Browser ada = signIn(server.key("acme", Scope.READ));
    Map<String, String> cookie = Map.of("Cookie", ada.cookie());
    assertThat(send("DELETE", "/v1/session", "", cookie).code()).isEqualTo("csrf");
    Map<String, String> both = Map.of("Cookie", ada.cookie(), CSRF, ada.token());
    Running.Answer answer = send("DELETE", "/v1/session", "", both);
    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.header("Set-Cookie")).contains("Max-Age=0");
    assertThat(get("/v1/jobs", ada).status()).isEqualTo(401);
    assertThat(send("DELETE", "/v1/session", "", both).status()).isEqualTo(204);
  }

  @Test
  void sign_in_and_sign_out_are_in_the_audit_log() {
    CreatedKey key = server.key("acme", Scope.READ);
    Browser ada = signIn(key);
    send("DELETE", "/v1/session", "", Map.of("Cookie", ada.cookie(), CSRF, ada.token()));
    List<AuditEntry> entries =
        server.access.books().orElseThrow().audit().list("acme", Page.Request.FIRST).items();
    assertThat(entries)
        .extracting(entry -> entry.act().action())
        .containsExactly("POST /v1/session", "DELETE /v1/session");
    assertThat(entries).allMatch(entry -> entry.actor().equals("key:" + key.key().id()));
    assertThat(entries.toString()).doesNotContain(key.text());
  }

  @Test
  void sessions_survive_a_restart_and_the_store_has_only_hashes() {
    Browser ada = signIn(server.key("acme", Scope.READ));
    server.close();
    server = new Guarded(folder, AccessSettings.DEFAULT);
    assertThat(get("/v1/jobs", ada).status()).isEqualTo(200);
  }

  @Test
  void a_tenant_has_at_most_two_hundred_sessions() {
    CreatedKey key = server.key("acme", Scope.READ);
    Browser first = signIn(key);
    server.clock.advance(Duration.ofSeconds(1));
    Browser second = signIn(key);
    for (int i = 0; i < 199; i++) {
      signIn(key);
    }
    assertThat(get("/v1/jobs", first).status()).isEqualTo(401);
    assertThat(get("/v1/jobs", second).status()).isEqualTo(200);
  }

  @Test
  void a_session_sees_its_own_tenant_only() {
    Browser ada = signIn(server.key("acme", Scope.READ));
    String theirs = server.waybill.tenant("other").enqueue(NewJob.of("t", "{}")).id().toString();
    assertThat(get("/v1/jobs/" + theirs, ada).status()).isEqualTo(404);
    assertThat(get("/v1/jobs", ada).json().at("items").items()).isEmpty();
  }

  @Test
  void payloads_full_of_html_come_back_as_json_only() {
    String html = "<script>alert(1)</script><img src=x onerror=alert(2)>";
    String id =
        server.waybill.tenant("acme").enqueue(NewJob.of("t", "\"" + html + "\"")).id().toString();
    Browser ada = signIn(server.key("acme", Scope.READ));
    for (String path :
        List.of("/v1/jobs", "/v1/jobs/" + id, "/v1/jobs/" + id + "/payload", "/v1/jobs?q=script")) {
      Running.Answer answer =
          send("GET", path, "", Map.of("Cookie", ada.cookie(), "Accept", "text/html"));
      assertThat(answer.status()).as(path).isEqualTo(200);
      assertThat(answer.header("Content-Type")).as(path).doesNotContain("html");
      assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }
    Running.Answer wrong = send("GET", "/v1/jobs/%3Cscript%3E", "", Map.of("Cookie", ada.cookie()));
    assertThat(wrong.header("Content-Type")).contains("json");
  }
}
