package dev.waybill.server.http.connection;

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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HttpAuditTest {

  private @TempDir Path folder;
  private Guarded server;
  private CreatedKey admin;
  private CreatedKey operator;

  @BeforeEach
  void start() {
    server = new Guarded(folder, AccessSettings.DEFAULT);
    admin = server.key("acme", Scope.ADMIN);
    operator = server.key("acme", Scope.OPERATE, Scope.READ);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void actions_of_operators_are_audited() {
    String job = server.waybill.tenant("acme").enqueue(NewJob.of("t", "{}")).id().toString();
    Running.Answer answer = server.post("/v1/jobs/" + job + "/cancel", "", operator.text());
    assertThat(answer.status()).isEqualTo(200);
    Tree entry = entries().getFirst();
    assertThat(entry.at("actor").text()).isEqualTo("key:" + operator.key().id());
    assertThat(entry.at("action").text()).isEqualTo("POST /v1/jobs/{id}/cancel");
    assertThat(entry.at("target").text()).isEqualTo("/v1/jobs/" + job + "/cancel");
    assertThat(entry.at("outcome").text()).isEqualTo("done");
    assertThat(entry.at("trace_id").text()).isEqualTo(Guarded.TRACE.substring(3, 35));
    assertThat(entry.at("at").text()).isEqualTo(server.clock.instant().toString());
  }

  @Test
  void refused_and_failed_actions_are_audited() {
    server.post("/v1/keys", "{\"scopes\":[\"admin\"],\"label\":\"mine\"}", operator.text());
    server.post("/v1/queues/q/purge", "{\"confirm\":\"p\"}", operator.text());
    server.post("/v1/jobs/00000000-0000-7000-8000-000000000000/retry", "", operator.text());
    assertThat(entries().stream().map(entry -> entry.at("outcome").text()))
        .containsExactly("forbidden", "invalid_argument", "not_found");
    assertThat(server.keys().list("acme")).hasSize(2);
  }

  @Test
  void an_entry_has_the_request_and_the_created_resource_but_no_key() {
    String json = "{\"scopes\":[\"read\"],\"label\":\"dashboard\"}";
    Running.Answer made = server.post("/v1/keys", json, admin.text());
    Tree entry = entries().getFirst();
    assertThat(entry.at("target").text()).isEqualTo(made.header("Location"));
    assertThat(entry.at("detail").text()).isEqualTo(json);
    assertThat(server.get("/v1/audit", admin.text()).body())
        .doesNotContain(made.json().at("text").text());
  }

  @Test
  void an_entry_has_no_secret_of_a_hook_and_no_imported_file() {
    String secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    String hook = "{\"url\":\"https://example.org/\",\"secret\":\"%s\"}".formatted(secret);
    server.call("PUT", "/v1/message-hooks/crm", hook, operator.text());
    server.post("/v1/suppressions/import", "\"ada@example.org\"\n", operator.text());
    assertThat(entries().stream().map(entry -> entry.at("action").text()))
        .contains("PUT /v1/message-hooks/{name}", "POST /v1/suppressions/import");
    assertThat(server.get("/v1/audit", admin.text()).body()).doesNotContain(secret, "ada@");
  }

  @Test
  void reading_jobs_is_not_audited_and_reading_the_audit_log_is() {
    server.get("/v1/jobs", operator.text());
    server.get("/v1/audit", admin.text());
    assertThat(entries().stream().map(entry -> entry.at("action").text()))
        .containsExactly("GET /v1/audit");
  }

  @Test
  void two_actions_in_one_trace_are_two_entries() {
    for (int i = 0; i < 2; i++) {
      server.post("/v1/queues/q/pause", "", operator.text());
    }
    assertThat(entries()).hasSize(2);
  }

  @Test
  void refused_calls_are_counted_per_minute_instead_of_filling_the_log() {
    for (int i = 0; i < 50; i++) {
      server.post("/v1/keys", "{}", operator.text());
    }
    assertThat(entries()).hasSize(1);
    server.clock.advance(Duration.ofMinutes(1));
    server.post("/v1/keys", "{}", operator.text());
    List<Tree> refused =
        entries().stream().filter(entry -> entry.at("outcome").text().equals("forbidden")).toList();
    assertThat(refused).hasSize(3);
    assertThat(refused.get(1).at("repeats").number()).isEqualTo(49);
    assertThat(refused).allMatch(entry -> entry.at("actor").text().startsWith("key:"));
  }

  @Test
  void refused_calls_of_the_last_minute_are_recorded_when_the_server_stops() {
    for (int i = 0; i < 3; i++) {
      server.post("/v1/keys", "{}", operator.text());
    }
    server.closeServer();
    assertThat(
            server
                .access
                .books()
                .orElseThrow()
                .audit()
                .list("acme", Page.Request.first(10))
                .items())
        .extracting(AuditEntry::repeats)
        .containsExactly(0L, 2L);
  }

  @Test
  void an_entry_has_the_address_of_the_caller() {
    server.post("/v1/queues/q/pause", "", operator.text());
    assertThat(entries().getFirst().at("address").text()).isEqualTo("127.0.0.1");
  }

  @Test
  void each_tenant_has_its_own_log() {
    CreatedKey other = server.key("other", Scope.values());
    server.post("/v1/queues/q/pause", "", other.text());
    assertThat(entries()).isEmpty();
  }

  @Test
  void the_log_is_read_in_pages() {
    for (int i = 0; i < 5; i++) {
      server.post("/v1/queues/q" + i + "/pause", "", operator.text());
    }
    List<String> targets = new ArrayList<>();
    String path = "/v1/audit?limit=2";
    for (int i = 0; i < 2; i++) {
      Tree page = server.get(path, admin.text()).json();
      page.at("items").items().forEach(entry -> targets.add(entry.at("target").text()));
      path = "/v1/audit?limit=2&cursor=" + page.at("next_cursor").text();
    }
    assertThat(targets)
        .containsExactly(
            "/v1/queues/q0/pause",
            "/v1/queues/q1/pause",
            "/v1/queues/q2/pause",
            "/v1/queues/q3/pause");
    assertThat(server.get("/v1/audit?cursor=AAAA", admin.text()).code())
        .isEqualTo("invalid_cursor");
    assertThat(server.get("/v1/audit?limit=0", admin.text()).status()).isEqualTo(400);
  }

  private List<Tree> entries() {
    return server.get("/v1/audit", admin.text()).json().at("items").items();
  }

  @Test
  void the_environment_of_a_program_is_not_recorded() {
    CreatedKey scheduler = server.key("acme", Scope.OPERATE, Scope.PRODUCE);
    String json =
        """
        {"every": "1h", "action": {"job": {"type": "process", "queue": "q", \
        "payload": {"command": "backup", "env": {"TOKEN": "hunter2"}}}}}\
        """;
    server.call("PUT", "/v1/schedules/backup", json, scheduler.text());
    String detail = entries().getFirst().at("detail").text();
    assertThat(detail).contains("backup").doesNotContain("hunter2");
    String encoded =
        "{\"every\":\"1h\",\"action\":{\"job\":{\"payload_base64\":\"aHVudGVyMg==\"}}}";
    server.call("PUT", "/v1/schedules/backup", encoded, scheduler.text());
    assertThat(entries().get(2).at("detail").text()).doesNotContain("aHVudGVyMg");
  }
}
