package dev.waybill.mcp;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.admin.Scope;
import dev.waybill.conformance.Seed;
import dev.waybill.message.MessageBody;
import dev.waybill.message.NewMessage;
import dev.waybill.server.http.api.McpMode;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The tools that read, as a client with the scope `read` sees them.
@Timeout(120)
final class ReadToolsTest {

  private @TempDir Path folder;
  private Served server;
  private Served.Caller reader;

  @BeforeEach
  void start() {
    server = new Served(folder, McpMode.READ);
    reader = server.caller("acme", Scope.READ);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  @Seed("S2.35")
  void a_client_connects_and_lists_tools_that_read_and_no_others() {
    McpSchema.InitializeResult hello = reader.client().getCurrentInitializationResult();
    assertThat(hello.serverInfo().name()).isEqualTo("waybill");
    assertThat(hello.capabilities().tools()).isNotNull();
    assertThat(hello.instructions()).isNotBlank();
    assertThat(reader.client().ping()).isNotNull();
    assertThat(reader.tools())
        .containsExactlyInAnyOrder(
            "search_jobs",
            "inspect_job",
            "list_job_attempts",
            "read_job_events",
            "find_event_deliveries",
            "show_timeline",
            "search_messages",
            "inspect_message",
            "explain_message",
            "list_queues",
            "inspect_operation");
    assertThat(server.caller("acme", Scope.values()).tools()).hasSize(11);
  }

  @Test
  void every_tool_has_a_description_and_a_closed_schema() {
    for (McpSchema.Tool tool : reader.client().listTools().tools()) {
      assertThat(tool.description()).as(tool.name()).isNotBlank();
      assertThat(tool.inputSchema())
          .as(tool.name())
          .containsEntry("type", "object")
          .containsEntry("additionalProperties", false);
      assertThat(tool.annotations().readOnlyHint()).as(tool.name()).isTrue();
    }
  }

  @Test
  @Seed("S2.35")
  void jobs_are_searched_and_inspected_with_attempts_and_events() {
    Job dead = server.dead("acme", "mails");
    server.waybill.tenant("acme").enqueue(NewJob.of("other", "{}"));
    Answer found = reader.call("search_jobs", Map.of("queue", "mails", "state", List.of("dead")));
    assertThat(found.succeeded().at("/items").size()).isEqualTo(1);
    assertThat(found.at("/items/0/id").asString()).isEqualTo(dead.id().toString());
    assertThat(found.text(0)).startsWith("1 items");
    assertThat(McpJson.TREES.readTree(found.text(1))).isEqualTo(found.document());
    eventually(
        () ->
            assertThat(reader.call("search_jobs", Map.of("q", "ada")).at("/items").size())
                .isEqualTo(1));
    Map<String, Object> id = Map.of("id", dead.id().toString());
    assertThat(reader.call("inspect_job", id).at("/state").asString()).isEqualTo("dead");
    assertThat(reader.call("inspect_job", id).at("/payload/to").asString()).isEqualTo("ada");
    assertThat(reader.call("list_job_attempts", id).succeeded().document().toString())
        .contains("no such address");
    assertThat(reader.call("list_queues", Map.of()).succeeded().document().toString())
        .contains("mails");
  }

  @Test
  void events_of_a_job_are_read_page_by_page() {
    var acme = server.waybill.tenant("acme");
    JobId job = acme.enqueue(NewJob.of("t", "{}")).id();
    Lease lease = acme.lease(LeaseRequest.of("default", "w")).getFirst();
    for (int i = 1; i <= 30; i++) {
      acme.publish(lease.token(), List.of(NewEvent.of(i, "step", "{\"n\":" + i + "}")));
    }
    Answer first = reader.call("read_job_events", Map.of("id", job.toString()));
    assertThat(first.succeeded().at("/items").size()).isEqualTo(20);
    assertThat(first.text(0)).contains("next_cursor");
    Answer rest =
        reader.call(
            "read_job_events",
            Map.of("id", job.toString(), "cursor", first.at("/next_cursor").asString()));
    assertThat(rest.succeeded().at("/items").size()).isEqualTo(10);
    assertThat(rest.at("/items/9/data/n").asInt()).isEqualTo(30);
  }

  @Test
  void deliveries_of_an_event_and_the_timeline_of_a_correlation_id_are_found() {
    var acme = server.waybill.tenant("acme");
    acme.topics().put(Topic.of("orders"));
    acme.topics().subscribe(Subscription.of("orders", "billing", "bills"));
    String event =
        """
        {"specversion":"1.0","id":"e1","source":"/shop","type":"placed","correlationid":"c-7",\
        "data":{}}\
        """;
    acme.topics().publish("orders", TopicEvent.cloudEvent(event));
    Answer jobs = reader.call("find_event_deliveries", Map.of("topic", "orders", "event_id", "e1"));
    assertThat(jobs.succeeded().at("/items").size()).isEqualTo(1);
    acme.enqueue(NewJob.builder("t").payload("{}").correlationId("c-8").build());
    Answer timeline = reader.call("show_timeline", Map.of("correlation_id", "c-8"));
    assertThat(timeline.succeeded().at("/entries").size()).isPositive();
  }

  @Test
  @Seed("S2.35")
  void messages_are_searched_inspected_and_explained() {
    String id =
        server
            .waybill
            .tenant("acme")
            .messages()
            .send(
                NewMessage.builder("email", "ada@example.org")
                    .subject("Lunch")
                    .body(MessageBody.ofText("Ready"))
                    .build())
            .messageId();
    eventually(
        () ->
            assertThat(reader.call("search_messages", Map.of("q", "lunch")).at("/items").size())
                .isEqualTo(1));
    Map<String, Object> which = Map.of("id", id);
    eventually(
        () ->
            assertThat(reader.call("inspect_message", which).at("/handoff/state").asString())
                .isEqualTo("handed_off"));
    assertThat(reader.call("explain_message", which).succeeded().at("/explanation").asString())
        .isNotBlank();
  }

  @Test
  void tools_that_change_are_unknown_even_with_all_scopes() {
    Served.Caller operator = server.caller("acme", Scope.values());
    for (String tool :
        List.of(
            "send_message",
            "resend_message",
            "redrive_job",
            "plan_bulk_change",
            "apply_bulk_change")) {
      assertThatThrownBy(() -> operator.call(tool, Map.of())).isInstanceOf(McpError.class);
    }
  }

  @Test
  void a_tenant_sees_nothing_of_another() {
    Job theirs = server.dead("theirs", "secret");
    assertThat(reader.call("search_jobs", Map.of()).succeeded().at("/items").size()).isZero();
    assertThat(reader.call("list_queues", Map.of()).succeeded().document().toString())
        .doesNotContain("secret");
    for (String tool : List.of("inspect_job", "list_job_attempts", "read_job_events")) {
      assertThat(reader.call(tool, Map.of("id", theirs.id().toString())).code())
          .as(tool)
          .isEqualTo("not_found");
    }
    String message =
        server
            .waybill
            .tenant("theirs")
            .messages()
            .send(
                NewMessage.builder("email", "eve@example.org")
                    .body(MessageBody.ofText("x"))
                    .build())
            .messageId();
    assertThat(reader.call("inspect_message", Map.of("id", message)).code()).isEqualTo("not_found");
  }

  @Test
  void a_client_needs_a_valid_key_with_the_scope_read() {
    String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    assertThat(server.post("wbk_" + "A".repeat(43), ping).statusCode()).isEqualTo(401);
    assertThat(server.post(server.key("acme", Scope.PRODUCE), ping).statusCode()).isEqualTo(403);
    assertThat(server.post(server.key("acme", Scope.READ), ping).statusCode()).isEqualTo(200);
  }
}
