package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Durations;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The OpenAPI document has what generated clients need.
final class OpenApiDetailsTest {

  @TempDir Path folder;
  private Running running;
  private Tree document;

  @BeforeEach
  void start() {
    running = Running.in(folder);
    document = running.get("/openapi.json").json();
  }

  @AfterEach
  void stop() {
    running.close();
  }

  @Test
  void the_document_has_the_server_address_and_the_security_scheme() {
    assertThat(document.at("servers", 0, "url").text()).isEqualTo("/");
    Tree scheme = document.at("components", "securitySchemes", "bearer");
    assertThat(scheme.at("type").text()).isEqualTo("http");
    assertThat(scheme.at("scheme").text()).isEqualTo("bearer");
    assertThat(document.at("security").items()).isNotEmpty();
    assertThat(document.at("paths", "/livez", "get", "security").items()).isEmpty();
    assertThat(document.at("paths", "/v1/jobs", "get").has("security")).isFalse();
  }

  @Test
  void every_operation_describes_its_errors_and_answers() {
    operations(
        (name, operation) -> {
          assertThat(operation.at("responses").has("4XX")).as(name).isTrue();
          operation.at("responses").fields().values().stream()
              .map(Tree::new)
              .filter(answer -> answer.has("content"))
              .flatMap(answer -> answer.at("content").fields().values().stream())
              .forEach(type -> assertThat(new Tree(type).has("schema")).as(name).isTrue());
        });
    Tree refused = document.at("components", "responses", "Refused");
    assertThat(refused.at("headers").has("Retry-After")).isTrue();
    assertThat(refused.at("content").has("application/problem+json")).isTrue();
  }

  @Test
  void operation_ids_are_method_names() {
    operations(
        (name, operation) ->
            assertThat(operation.at("operationId").text()).as(name).matches("[a-z]+[A-Z]\\w+"));
    assertThat(operation("/v1/jobs", "post").at("operationId").text()).isEqualTo("enqueueJob");
    assertThat(operation("/v1/leases", "post").at("operationId").text()).isEqualTo("leaseJobs");
    assertThat(operation("/v1/jobs/{id}/cancel", "post").at("operationId").text())
        .isEqualTo("cancelJob");
  }

  @Test
  void durations_of_requests_and_answers_match_their_schema() {
    Tree duration = document.at("components", "schemas", "Duration");
    assertThat(duration.has("format")).isFalse();
    Pattern pattern = Pattern.compile(duration.at("pattern").text());
    for (String good :
        List.of(
            "30s",
            "500ms",
            "5m",
            "7d",
            "1h30m",
            "1d12h",
            "PT30S",
            "PT5.089S",
            "PT0S",
            "P2DT3H",
            "PT720H1M")) {
      assertThat(pattern.matcher(good).matches()).as(good).isTrue();
      assertThat(Durations.parse(good)).as(good).isPresent();
    }
    for (String bad : List.of("", "P", "PT", "30", "s", "1w", "P1Y")) {
      assertThat(pattern.matcher(bad).matches()).as(bad).isFalse();
      assertThat(Durations.parse(bad)).as(bad).isEmpty();
    }
    assertThat(running.get("/openapi.json").body()).doesNotContain("\"format\":\"duration\"");
  }

  @Test
  void null_removes_a_setting_in_a_patch_and_nowhere_else() {
    Tree patch =
        schema(
            operation("/v1/queues/{queue}/settings", "patch")
                .at("requestBody", "content", "application/merge-patch+json", "schema"));
    assertThat(patch.at("properties", "max_waiting", "anyOf", 1, "type").text()).isEqualTo("null");
    Tree put =
        schema(
            operation("/v1/queues/{queue}/settings", "put")
                .at("requestBody", "content", "application/json", "schema"));
    assertThat(put.at("properties", "max_waiting", "type").text()).isEqualTo("integer");
  }

  @Test
  void a_document_with_alternatives_is_one_of_several_schemas() {
    assertThat(alternatives("Outcome"))
        .containsExactly("done", "retry", "fail", "reject", "snooze", "release");
    assertThat(alternatives("ScheduleAction")).containsExactly("job", "event");
    assertThat(alternatives("ScheduleDefinition")).containsExactly("cron", "every", "at");
    assertThat(alternatives("SettleResult")).containsExactly("error", "state");
    assertThat(alternatives("EnqueueResult")).containsExactly("id", "error");
  }

  private List<String> alternatives(String schema) {
    return document.at("components", "schemas", schema, "oneOf").items().stream()
        .map(one -> one.at("required", 0).text())
        .toList();
  }

  @Test
  void requests_are_closed_and_answers_are_open() {
    assertThat(document.at("components", "schemas", "LeaseRequest", "additionalProperties").flag())
        .isFalse();
    for (String answer : List.of("Job", "QueueSettings", "Problem")) {
      assertThat(document.at("components", "schemas", answer).has("additionalProperties"))
          .as(answer)
          .isFalse();
    }
  }

  @Test
  void every_operation_has_a_described_tag() {
    List<String> tags =
        document.at("tags").items().stream().map(tag -> tag.at("name").text()).toList();
    operations(
        (name, operation) -> {
          assertThat(operation.at("tags").items()).as(name).hasSize(1);
          assertThat(tags).as(name).contains(operation.at("tags", 0).text());
        });
    assertThat(operation("/v1/queues", "get").at("tags", 0).text()).isEqualTo("Queues");
  }

  @Test
  void other_media_types_than_json_are_text_or_bytes() {
    Tree leases = operation("/v1/leases", "post").at("responses", "200", "content");
    assertThat(leases.at("application/json", "schema", "$ref").text()).endsWith("/Leases");
    assertThat(leases.at("application/vnd.waybill.work.v1", "schema", "format").text())
        .isEqualTo("binary");
    Tree events = operation("/v1/jobs/{id}/events", "get").at("responses", "200", "content");
    assertThat(events.at("text/event-stream", "schema", "type").text()).isEqualTo("string");
    Tree body = operation("/v1/leases/settle", "post").at("requestBody", "content");
    assertThat(body.at("application/vnd.waybill.work.v1", "schema", "format").text())
        .isEqualTo("binary");
  }

  @Test
  void important_headers_are_described() {
    Tree enqueue = operation("/v1/jobs", "post");
    assertThat(parameter(enqueue, "Idempotency-Key").at("in").text()).isEqualTo("header");
    assertThat(enqueue.at("responses", "201", "headers").has("Location")).isTrue();
    assertThat(enqueue.at("responses", "200", "headers").has("Idempotent-Replayed")).isTrue();
    assertThat(parameter(operation("/v1/operations", "post"), "Idempotency-Key").at("in").text())
        .isEqualTo("header");
    assertThat(parameter(operation("/v1/jobs/{id}/events", "get"), "Last-Event-ID").at("in").text())
        .isEqualTo("header");
  }

  @Test
  void parameters_have_types() {
    Tree list = operation("/v1/jobs", "get");
    assertThat(parameter(list, "limit").at("schema", "type").text()).isEqualTo("integer");
    assertThat(parameter(list, "created_from").at("schema", "format").text())
        .isEqualTo("date-time");
    assertThat(parameter(list, "state").at("schema", "items").has("enum")).isTrue();
    Tree upcast = operation("/v1/schemas/{type}/{version}/upcast", "post");
    assertThat(parameter(upcast, "to").at("required").flag()).isTrue();
  }

  @Test
  void operations_with_a_body_describe_it() {
    for (String call : List.of("validate", "upcast")) {
      Tree operation = operation("/v1/schemas/{type}/{version}/" + call, "post");
      assertThat(operation.at("requestBody", "required").flag()).isTrue();
      assertThat(operation.at("requestBody", "content", "application/json").has("schema")).isTrue();
    }
  }

  private void operations(BiConsumer<String, Tree> look) {
    document
        .at("paths")
        .fields()
        .forEach(
            (path, methods) ->
                ((Map<?, ?>) Objects.requireNonNull(methods))
                    .forEach(
                        (method, operation) ->
                            look.accept(method + " " + path, new Tree(operation))));
  }

  private Tree operation(String path, String method) {
    return document.at("paths", path, method);
  }

  private static Tree parameter(Tree operation, String name) {
    return operation.at("parameters").items().stream()
        .filter(parameter -> parameter.at("name").text().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no parameter " + name));
  }

  private Tree schema(Tree reference) {
    String name = reference.at("$ref").text().replaceAll(".*/", "");
    return document.at("components", "schemas", name);
  }
}
