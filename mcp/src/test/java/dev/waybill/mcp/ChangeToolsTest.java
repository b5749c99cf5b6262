package dev.waybill.mcp;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.admin.AuditEntry;
import dev.waybill.admin.Scope;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import dev.waybill.server.http.api.McpMode;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The tools that change: only with their scopes, recorded in the audit log, and many jobs at once
/// only by a plan.
@Timeout(120)
final class ChangeToolsTest {

  private static final Map<String, Object> MAIL =
      Map.of(
          "channel",
          "email",
          "recipient",
          "ada@example.org",
          "subject",
          "Lunch",
          "body",
          Map.of("text", "Ready"),
          "request_id",
          "r1");
  private static final Map<String, Object> REDRIVE =
      Map.of("action", "redrive", "filter", Map.of("queue", "mails"));

  private @TempDir Path folder;
  private final ManualClock clock = new ManualClock();
  private Served server;
  private Served.Caller operator;

  @BeforeEach
  void start() {
    server = new Served(folder, McpMode.CHANGE, clock);
    operator = server.caller("acme", Scope.READ, Scope.PRODUCE, Scope.OPERATE);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void only_the_tools_of_the_callers_scopes_are_listed() {
    List<String> changing =
        List.of("resend_message", "redrive_job", "plan_bulk_change", "apply_bulk_change");
    assertThat(operator.tools()).hasSize(16).contains("send_message").containsAll(changing);
    assertThat(server.caller("acme", Scope.READ).tools()).hasSize(11);
    assertThat(server.caller("acme", Scope.READ, Scope.PRODUCE).tools())
        .hasSize(12)
        .contains("send_message")
        .doesNotContainAnyElementsOf(changing);
  }

  /// A client that checks its arguments against the schema must not be misled by it.
  @Test
  void the_schemas_accept_what_the_tools_accept() {
    Job dead = server.dead("acme", "mails");
    assertThat(violations("send_message", MAIL)).isEmpty();
    assertThat(violations("plan_bulk_change", REDRIVE)).isEmpty();
    assertThat(violations("apply_bulk_change", planned())).isEmpty();
    assertThat(violations("redrive_job", Map.of("id", dead.id().toString()))).isEmpty();
    assertThat(violations("search_jobs", Map.of("state", List.of("dead"), "limit", 5))).isEmpty();
    assertThat(violations("search_jobs", Map.of("que", "mails"))).isNotEmpty();
    assertThat(violations("send_message", Map.of("channel", "email"))).isNotEmpty();
    assertThat(violations("plan_bulk_change", with(REDRIVE, "filter", Map.of("q", 1))))
        .isNotEmpty();
  }

  private String violations(String name, Map<String, Object> arguments) {
    McpSchema.Tool tool =
        operator.client().listTools().tools().stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow();
    var response = McpJsonDefaults.getSchemaValidator().validate(tool.inputSchema(), arguments);
    return response.valid() ? "" : response.errorMessage();
  }

  @Test
  void the_reference_page_lists_every_tool() throws IOException {
    List<String> listed =
        Pattern.compile("(?m)^\\| `(\\w+)` \\|")
            .matcher(Files.readString(Path.of("../docs/mcp.md")))
            .results()
            .map(row -> row.group(1))
            .toList();
    assertThat(listed).containsExactlyElementsOf(operator.tools());
  }

  @Test
  @Seed("S2.35")
  void a_call_without_the_scope_is_refused_and_changes_nothing() {
    Served.Caller reader = server.caller("acme", Scope.READ);
    Job dead = server.dead("acme", "mails");
    Map<String, Object> plan = planned();
    assertThat(reader.call("send_message", MAIL).code()).isEqualTo("forbidden");
    assertThat(reader.call("redrive_job", Map.of("id", dead.id().toString())).code())
        .isEqualTo("forbidden");
    assertThat(reader.call("resend_message", Map.of("id", "m")).code()).isEqualTo("forbidden");
    assertThat(reader.call("plan_bulk_change", REDRIVE).code()).isEqualTo("forbidden");
    assertThat(reader.call("apply_bulk_change", plan).code()).isEqualTo("forbidden");
    assertThat(state(dead)).isEqualTo(State.DEAD);
    assertThat(audited()).anyMatch(line -> line.startsWith("POST /v1/operations forbidden"));
  }

  @Test
  @Seed("S2.35")
  void a_message_is_sent_once_and_resent_on_request() {
    Answer sent = operator.call("send_message", MAIL).succeeded();
    String id = sent.at("/message_id").asString();
    assertThat(operator.call("send_message", MAIL).at("/message_id").asString()).isEqualTo(id);
    Map<String, Object> which = Map.of("id", id);
    eventually(
        () ->
            assertThat(operator.call("inspect_message", which).at("/handoff/state").asString())
                .isEqualTo("handed_off"));
    operator.call("resend_message", which).succeeded();
    eventually(
        () ->
            assertThat(operator.call("inspect_message", which).at("/attempts").size())
                .isEqualTo(2));
    assertThat(audited())
        .contains("POST /v1/messages/{id}/resend done /v1/messages/" + id + "/resend");
  }

  @Test
  @Seed("S2.35")
  void a_dead_job_is_redriven_and_audited() {
    Job dead = server.dead("acme", "mails");
    Map<String, Object> which = Map.of("id", dead.id().toString());
    assertThat(operator.call("redrive_job", which).at("/state").asString()).isEqualTo("queued");
    assertThat(operator.call("redrive_job", which).code()).isEqualTo("wrong_state");
    assertThat(audited())
        .contains("POST /v1/jobs/{id}/redrive done /v1/jobs/" + dead.id() + "/redrive");
    assertThat(server.books().audit().list("acme", Page.Request.FIRST).items())
        .allSatisfy(entry -> assertThat(entry.address()).isEqualTo("127.0.0.1"));
  }

  @Test
  @Seed("S2.35")
  void a_bulk_change_is_planned_and_then_applied_by_its_hash() {
    List<Job> dead = List.of(server.dead("acme", "mails"), server.dead("acme", "mails"));
    Job other = server.dead("acme", "others");
    Map<String, Object> plan = planned();
    assertThat(plan).containsEntry("matching", 2);
    assertThat(dead).allSatisfy(job -> assertThat(state(job)).isEqualTo(State.DEAD));
    Answer applied = operator.call("apply_bulk_change", plan).succeeded();
    Map<String, Object> which = Map.of("id", applied.at("/id").asString());
    eventually(
        () ->
            assertThat(operator.call("inspect_operation", which).at("/state").asString())
                .isEqualTo("finished"));
    assertThat(dead).allSatisfy(job -> assertThat(state(job)).isEqualTo(State.QUEUED));
    assertThat(state(other)).isEqualTo(State.DEAD);
    Answer again = operator.call("apply_bulk_change", plan).succeeded();
    assertThat(again.at("/id")).isEqualTo(applied.at("/id"));
  }

  @Test
  void an_edited_or_forged_plan_is_refused() {
    Job dead = server.dead("acme", "mails");
    Map<String, Object> plan = planned();
    assertNotApplied(with(plan, "hash", "0".repeat(64)));
    assertNotApplied(with(plan, "matching", 2));
    assertNotApplied(with(plan, "filter", Map.of()));
    assertNotApplied(with(plan, "action", "retry"));
    assertNotApplied(with(plan, "rate_per_second", 5));
    assertNotApplied(with(plan, "expires_at", "2099-01-01T00:00:00Z"));
    assertThat(state(dead)).isEqualTo(State.DEAD);
    assertThat(audited()).anyMatch(line -> line.startsWith("POST /v1/operations wrong_state"));
  }

  @Test
  void a_plan_is_refused_if_other_jobs_match_now() {
    Job dead = server.dead("acme", "mails");
    Map<String, Object> plan = planned();
    Job later = server.dead("acme", "mails");
    assertNotApplied(plan);
    server.waybill.tenant("acme").redrive(dead.id());
    assertNotApplied(plan); // as many jobs as before, but not the same
    assertThat(state(later)).isEqualTo(State.DEAD);
  }

  @Test
  void a_plan_expires() {
    Job dead = server.dead("acme", "mails");
    Map<String, Object> plan = planned();
    clock.advance(BulkPlans.VALID);
    assertNotApplied(plan);
    assertThat(state(dead)).isEqualTo(State.DEAD);
  }

  @Test
  void a_plan_of_another_tenant_is_refused() {
    server.dead("acme", "mails");
    Job theirs = server.dead("theirs", "mails");
    Served.Caller other = server.caller("theirs", Scope.READ, Scope.OPERATE);
    assertThat(other.call("apply_bulk_change", planned()).code()).isEqualTo("wrong_state");
    assertThat(server.waybill.tenant("theirs").find(theirs.id()).orElseThrow().state())
        .isEqualTo(State.DEAD);
  }

  private Map<String, Object> planned() {
    JsonNode plan = operator.call("plan_bulk_change", REDRIVE).succeeded().document();
    return McpJson.map(plan.toString());
  }

  private static Map<String, Object> with(Map<String, Object> plan, String name, Object value) {
    Map<String, Object> changed = new HashMap<>(plan);
    changed.put(name, value);
    return changed;
  }

  private void assertNotApplied(Map<String, Object> plan) {
    assertThat(operator.call("apply_bulk_change", plan).code())
        .as("%s", plan)
        .isEqualTo("wrong_state");
  }

  private State state(Job job) {
    return server.waybill.tenant("acme").find(job.id()).orElseThrow().state();
  }

  private List<String> audited() {
    return server.books().audit().list("acme", Page.Request.FIRST).items().stream()
        .map((AuditEntry entry) -> entry.action() + " " + entry.outcome() + " " + entry.target())
        .toList();
  }
}
