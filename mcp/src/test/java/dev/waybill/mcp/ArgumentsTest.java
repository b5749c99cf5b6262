package dev.waybill.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.admin.Scope;
import dev.waybill.server.http.api.McpMode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Invalid arguments and messages are refused with codes, and large results are bounded.
@Timeout(120)
final class ArgumentsTest {

  private @TempDir Path folder;
  private Served server;
  private String key;
  private Served.Caller caller;

  @BeforeEach
  void start() {
    server = new Served(folder, McpMode.CHANGE);
    key = server.key("acme", Scope.values());
    caller = server.caller("acme", Scope.values());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void assertRefused(String tool, Map<String, Object> arguments, String pointer) {
    Answer answer = caller.call(tool, arguments);
    assertThat(answer.code()).as(tool + arguments).isEqualTo("invalid_argument");
    assertThat(answer.pointer()).as(tool + arguments).isEqualTo(pointer);
    assertThat(answer.text(0)).startsWith("invalid_argument: " + pointer);
    assertThat(answer.at("/trace_id").asString()).isNotBlank();
  }

  @Test
  void nonsense_arguments_are_refused_with_a_pointer() {
    assertRefused("search_jobs", Map.of("que", "mails"), "/que");
    assertRefused("search_jobs", Map.of("encoding", "base64"), "/encoding");
    assertRefused("search_jobs", Map.of("state", "sleeping"), "/state");
    assertRefused("search_jobs", Map.of("limit", 0), "/limit");
    assertRefused("search_jobs", Map.of("limit", 101), "/limit");
    assertRefused("search_jobs", Map.of("limit", "many"), "/limit");
    assertRefused("search_jobs", Map.of("queue", Map.of("a", 1)), "/queue");
    assertRefused("search_jobs", Map.of("queue", List.of("a", "b")), "/queue");
    assertRefused("search_jobs", Map.of("created_from", "yesterday"), "/created_from");
    assertRefused("inspect_job", Map.of(), "/id");
    assertRefused("inspect_job", Map.of("id", List.of(1)), "/id");
    assertRefused("show_timeline", Map.of(), "/correlation_id");
    assertRefused("send_message", Map.of("channel", "email"), "/recipient");
    assertRefused(
        "send_message",
        Map.of("channel", "email", "recipient", "ada@example.org", "body", "text"),
        "/body");
    assertRefused("plan_bulk_change", Map.of("action", "explode", "filter", Map.of()), "/action");
    assertRefused(
        "plan_bulk_change",
        Map.of("action", "redrive", "filter", Map.of(), "preview", true),
        "/preview");
    assertThat(caller.call("inspect_job", Map.of("id", "x")).code()).isEqualTo("invalid_id");
    assertThat(caller.call("search_jobs", Map.of("cursor", "x")).code())
        .isEqualTo("invalid_cursor");
  }

  @Test
  void malformed_messages_are_refused() {
    for (String body :
        List.of(
            "",
            "nonsense",
            "[]",
            "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
            "{}",
            "{\"jsonrpc\":\"2.0\",\"id\":1}",
            "{\"a\":".repeat(200) + "1" + "}".repeat(200))) {
      HttpResponse<String> answer = server.post(key, body);
      assertThat(answer.statusCode()).as(body).isEqualTo(400);
      assertThat(answer.body()).contains("bad_request");
    }
    String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    assertThat(server.post(key, ping).statusCode()).isEqualTo(200);
    assertThat(server.post(key, ping, "MCP-Protocol-Version", "1999-01-01").statusCode())
        .isEqualTo(400);
    assertThat(server.post(key, ping, "Origin", "https://evil.example").statusCode())
        .isEqualTo(403);
    assertThat(server.post(key, " ".repeat(1024 * 1024 + 1)).statusCode()).isEqualTo(413);
    assertThat(server.get(key).statusCode()).isEqualTo(405);
  }

  @Test
  void unreadable_parameters_are_an_error_of_the_protocol() {
    for (String params : List.of("", ",\"params\":[1]", ",\"params\":{\"name\":{}}")) {
      String body = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\"%s}".formatted(params);
      HttpResponse<String> answer = server.post(key, body);
      assertThat(answer.statusCode()).as(body).isEqualTo(200);
      JsonNode error = McpJson.TREES.readTree(answer.body());
      assertThat(error.at("/error/code").asInt()).as(body).isEqualTo(-32602);
      assertThat(error.at("/id").asInt()).isEqualTo(7);
    }
  }

  @Test
  void a_notification_gets_no_answer() {
    HttpResponse<String> answer =
        server.post(key, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/whatever\"}");
    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void long_texts_and_lists_are_cut_and_named() {
    String numbers =
        IntStream.range(0, 500).mapToObj(String::valueOf).collect(Collectors.joining(","));
    String payload = "{\"text\":\"%s\",\"list\":[%s]}".formatted("ä".repeat(10_000), numbers);
    JobId job = server.waybill.tenant("acme").enqueue(NewJob.of("t", payload)).id();
    Answer answer = caller.call("inspect_job", Map.of("id", job.toString())).succeeded();
    assertThat(answer.at("/payload/text").asString())
        .hasSize(Shortening.LONGEST_TEXT + 1)
        .endsWith("…");
    assertThat(answer.at("/payload/list").size()).isEqualTo(Shortening.LONGEST_LIST);
    assertThat(answer.text(0))
        .contains("/payload/text (10000 characters)", "/payload/list (500 items)");
  }

  @Test
  void a_result_that_is_too_large_is_refused() {
    String fields =
        IntStream.range(0, 100)
            .mapToObj(i -> "\"f%d\":\"%s\"".formatted(i, "x".repeat(3_900)))
            .collect(Collectors.joining(",", "{", "}"));
    JobId job = server.waybill.tenant("acme").enqueue(NewJob.of("t", fields)).id();
    Answer answer = caller.call("inspect_job", Map.of("id", job.toString()));
    assertThat(answer.code()).isEqualTo("payload_too_large");
  }

  @Test
  void a_page_has_at_most_100_items() {
    for (int i = 0; i < 120; i++) {
      server.waybill.tenant("acme").enqueue(NewJob.of("t", "{}"));
    }
    assertThat(caller.call("search_jobs", Map.of()).at("/items").size()).isEqualTo(20);
    Answer page = caller.call("search_jobs", Map.of("limit", 100));
    assertThat(page.at("/items").size()).isEqualTo(100);
    Answer rest =
        caller.call(
            "search_jobs", Map.of("limit", 100, "cursor", page.at("/next_cursor").asString()));
    assertThat(rest.at("/items").size()).isEqualTo(20);
  }
}
