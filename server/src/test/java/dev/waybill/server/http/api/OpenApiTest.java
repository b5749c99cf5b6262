package dev.waybill.server.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.documents.DocumentsProvider;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.Waits;
import dev.waybill.server.http.HttpServer;
import dev.waybill.server.http.Running;
import dev.waybill.server.http.Tree;
import dev.waybill.server.http.connection.DelayedTasks;
import dev.waybill.server.http.connection.Exchanges;
import dev.waybill.server.http.connection.HttpWaits;
import dev.waybill.server.http.operation.OperationBook;
import dev.waybill.server.http.operation.Operations;
import dev.waybill.server.http.routes.RouteTable;
import dev.waybill.settings.Settings;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The OpenAPI document matches the routes.
final class OpenApiTest {

  /// The highest status of examples that need a real token, a server with API keys, documents or
  /// a network.
  private static final Map<String, Integer> NOT_POSSIBLE_HERE =
      Map.of(
          "/v1/leases/events",
          400,
          "/v1/keys",
          403,
          "/v1/session",
          400,
          "/v1/sessions/mails/diagrams",
          400,
          "/v1/sessions/mails/documents",
          400,
          "/sessions/mails/documents",
          400);

  @TempDir Path folder;
  private Running running;
  private Tree document;
  private List<Route> routes;

  @BeforeEach
  void start() {
    running = Running.in(folder.resolve("data"), HttpLimits.DEFAULT, withDocuments());
    document = running.get("/openapi.json").json();
    Exchanges exchanges =
        new Exchanges(HttpLimits.DEFAULT.times(), HttpServer.Watching.NONE.calls());
    try (DelayedTasks ticker = new DelayedTasks()) {
      routes =
          RouteTable.of(
                  exchanges,
                  new HttpWaits(new Waits(), Access.open().quotas().waiting()),
                  ticker,
                  new Operations(
                      running.waybill(),
                      OperationBook.of(Access.open()),
                      HttpLimits.BulkLimits.DEFAULT),
                  HttpLimits.DEFAULT)
              .all();
    }
  }

  private Settings withDocuments() {
    return Settings.DEFAULT.withServiceSetting(
        DocumentsProvider.PATH, folder.resolve("documents").toString());
  }

  @AfterEach
  void stop() {
    running.close();
  }

  @Test
  void every_route_is_in_the_document_and_nothing_else() {
    assertThat(document.at("openapi").text()).isEqualTo("3.1.0");
    Set<String> published = new HashSet<>();
    document
        .at("paths")
        .fields()
        .forEach(
            (path, methods) ->
                ((Map<?, ?>) methods)
                    .keySet()
                    .forEach(method -> published.add(method + " " + path)));
    Set<String> served = new HashSet<>();
    for (Route route : routes) {
      boolean isAboutItself = List.of("/openapi.json", "/docs", "/").contains(route.path().text());
      if (!isAboutItself) {
        served.add(route.method().toLowerCase(Locale.ROOT) + " " + route.path().text());
      }
    }
    assertThat(published).isEqualTo(served).hasSizeGreaterThan(24);
  }

  @Test
  void every_reference_resolves_and_every_required_field_is_described() {
    assertThat(running.get("/openapi.json").body().split("\\$ref", -1)).hasSizeGreaterThan(20);
    for (String name : references(running.get("/openapi.json").body())) {
      Tree schema = document.at("components", "schemas", name);
      if (schema.has("required")) {
        schema.at("required").items().forEach(field -> schema.at("properties", field.text()));
      }
    }
  }

  @Test
  void operation_ids_are_unique() {
    Set<String> ids = new HashSet<>();
    for (Route route : routes.subList(0, routes.size() - 3)) {
      String method = route.method().toLowerCase(Locale.ROOT);
      Tree operation = document.at("paths", route.path().text(), method);
      assertThat(ids.add(operation.at("operationId").text())).isTrue();
      assertThat(operation.at("summary").text()).isNotBlank();
      assertThat(operation.at("responses").fields()).isNotEmpty();
    }
  }

  @Test
  void every_example_is_accepted_by_the_server() {
    for (Route route : routes) {
      if (route.example() != null) {
        String path = filled(route.path().text());
        String example = route.example().replace("\"20s\"", "\"1ms\"");
        Running.Answer answer =
            running.send(
                path,
                request ->
                    Running.posting(request, example)
                        .method(route.method(), BodyPublishers.ofString(example)));
        Integer refusal = NOT_POSSIBLE_HERE.get(path);
        assertThat(answer.status())
            .as(path + " " + answer.body())
            .isBetween(refusal == null ? 200 : refusal, refusal == null ? 299 : refusal);
        assertThat(answer.body()).doesNotContain("\"errors\"");
      }
    }
  }

  /// The version is the first version of a schema; other names are arbitrary.
  private static String filled(String path) {
    return path.replace("{version}", "1.0").replaceAll("\\{[a-z]+}", "mails");
  }

  @Test
  void the_docs_page_has_every_route() {
    Running.Answer page = running.get("/docs");
    assertThat(page.header("Content-Type")).startsWith("text/html");
    for (Route route : routes.subList(0, routes.size() - 3)) {
      assertThat(page.body()).contains(route.method() + " " + route.path().text() + "<");
    }
    assertThat(page.body()).doesNotContain("<script").doesNotContain("=\"https://");
    assertThat(running.get("/").status()).isEqualTo(302);
  }

  private static Set<String> references(String json) {
    Set<String> names = new HashSet<>();
    java.util.regex.Pattern.compile("#/components/schemas/(\\w+)")
        .matcher(json)
        .results()
        .forEach(found -> names.add(found.group(1)));
    return names;
  }
}
