package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The OpenAPI document of a server, to validate requests and answers.
final class PublishedApi {

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDialect(
          Dialects.getDraft202012(),
          builder ->
              builder.schemaRegistryConfig(
                  SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));

  private final JsonNode document;
  private final Map<String, Operation> operations = new TreeMap<>();
  private final Set<String> answered = new TreeSet<>();

  private record Operation(String method, String path, JsonNode description) {}

  PublishedApi(String json) {
    document = MAPPER.readTree(json);
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> one : path.getValue().properties()) {
        Operation operation = new Operation(one.getKey(), path.getKey(), one.getValue());
        operations.put(one.getValue().get("operationId").asString(), operation);
      }
    }
  }

  Set<String> operations() {
    return operations.keySet();
  }

  /// The operations with a checked answer that was not an error.
  Set<String> answered() {
    return answered;
  }

  private Operation operation(String name) {
    return Objects.requireNonNull(operations.get(name), name);
  }

  String method(String operation) {
    return operation(operation).method().toUpperCase(java.util.Locale.ROOT);
  }

  void checkPath(String operation, String path) {
    String pattern = operation(operation).path().replaceAll("\\{[a-z_]+}", "[^/?]+");
    assertThat(path).as(operation).matches(pattern + "([?].*)?");
  }

  void checkRequest(String operation, String mediaType, String body) {
    JsonNode content = operation(operation).description().at("/requestBody/content");
    checkContent(operation + " reads", content, mediaType, body);
  }

  /// Every invalid example of a request, by operation and media type, with its error.
  Map<String, String> wrongExamples() {
    Map<String, String> wrong = new TreeMap<>();
    operations.forEach(
        (name, operation) -> {
          for (Map.Entry<String, JsonNode> type :
              operation.description().at("/requestBody/content").properties()) {
            JsonNode example = type.getValue().get("example");
            String errors = example == null ? "" : errors(type.getValue().get("schema"), example);
            if (!errors.isEmpty()) {
              wrong.put(name + " " + type.getKey(), errors);
            }
          }
        });
    return wrong;
  }

  void checkAnswer(String operation, Running.Answer answer) {
    JsonNode responses = operation(operation).description().get("responses");
    JsonNode response = responses.get(String.valueOf(answer.status()));
    if (response == null) {
      response = referenced(responses.get(answer.status() / 100 + "XX"));
    }
    String name = operation + " answers " + answer.status() + " " + answer.body();
    assertThat(response).as(name).isNotNull();
    String mediaType = answer.header("Content-Type").replaceFirst(";.*", "");
    checkContent(name, response.get("content"), mediaType, answer.body());
    if (answer.status() < 400) {
      answered.add(operation);
    }
  }

  private JsonNode referenced(JsonNode reference) {
    return document.at(reference.get("$ref").asString().substring(1));
  }

  private void checkContent(String name, JsonNode content, String mediaType, String body) {
    assertThat(content.has(mediaType)).as(name + ": " + mediaType + " is described").isTrue();
    if (mediaType.endsWith("json") && !mediaType.endsWith("ndjson")) {
      JsonNode schema = content.get(mediaType).get("schema");
      assertThat(errors(schema, MAPPER.readTree(body))).as(name).isEmpty();
    }
  }

  private String errors(JsonNode schema, JsonNode value) {
    ObjectNode whole = MAPPER.createObjectNode();
    whole.set("components", document.get("components"));
    whole.set("allOf", MAPPER.createArrayNode().add(schema));
    Schema compiled = REGISTRY.getSchema(whole);
    return String.join(
        "\n", compiled.validate(value).stream().map(error -> error.toString()).toList());
  }
}
