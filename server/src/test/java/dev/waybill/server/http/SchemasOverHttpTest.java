package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SchemasOverHttpTest {

  private static final String PAID = "/v1/schemas/paid/1.0";

  private @TempDir Path folder;
  private Running running;

  @BeforeEach
  void start() {
    running = Running.in(folder);
  }

  @AfterEach
  void stop() {
    running.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\": \"objekt\"}      | /type",
        "{\"minLength\": -1}         | /minLength",
        "{\"pattern\": \"(?=a)\"}    | /pattern",
        "{\"$ref\": \"https://a.b\"} | another document"
      })
  void a_malformed_schema_is_invalid_and_not_incompatible(String schema, String pointer) {
    Running.Answer answer = put(PAID, schema);
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().at("code").text()).isEqualTo("invalid_schema");
    assertThat(answer.json().at("detail").text()).contains(pointer);
  }

  @Test
  void registering_a_schema_returns_warnings() {
    Running.Answer answer = put(PAID, "{\"type\": \"object\", \"requierd\": [\"id\"]}");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("type").text()).isEqualTo("paid");
    assertThat(answer.json().at("warnings", 0).text()).startsWith("/requierd").contains("required");
  }

  @Test
  void a_small_schema_of_exponential_cost_is_refused() {
    String levels =
        IntStream.range(0, 40)
            .mapToObj(i -> "\"a%d\":{\"allOf\":[%2$s,%2$s]}".formatted(i, ref(i + 1)))
            .collect(Collectors.joining(","));
    String schema = "{\"$ref\":\"#/$defs/a0\",\"$defs\":{" + levels + ",\"a40\":{}}}";
    assertThat(put(PAID, schema).json().at("code").text()).isEqualTo("invalid_schema");
    Running.Answer judged = running.post(PAID + "/judge", "{\"schema\":" + schema + "}");
    assertThat(judged.status()).isEqualTo(200);
    assertThat(judged.json().at("reasons", 0).text()).contains("/$defs/a0");
  }

  @Test
  void comparing_schemas_has_a_cost_limit() {
    String form = "{\"type\":\"object\",\"properties\":{\"x\":%1$s,\"y\":%1$s}%2$s}";
    assertThat(put(PAID, doubling(form, "")).status()).isEqualTo(200);
    Running.Answer sample = running.get(PAID + "/sample");
    assertThat(sample.status()).isEqualTo(422);
    assertThat(sample.json().at("code").text()).isEqualTo("invalid_schema");
    Running.Answer next = put("/v1/schemas/paid/1.1", doubling(form, ",\"minProperties\":0"));
    assertThat(next.status()).isIn(200, 409, 422);
  }

  @Test
  void a_number_with_a_huge_exponent_is_refused_with_its_pointer() {
    assertThat(put(PAID, "{\"properties\":{\"amount\":{\"multipleOf\":0.01}}}").status())
        .isEqualTo(200);
    assertThat(put("/v1/topics/t", null).status()).isEqualTo(200);
    Running.Answer answer =
        running.post("/v1/topics/t/dry-run", "{\"type\":\"paid\",\"body\":{\"amount\":1e2000000}}");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().at("detail").text()).contains("/amount");
    Running.Answer validated = running.post(PAID + "/validate", "{\"amount\":1e2000000}");
    assertThat(validated.json().at("violations", 0, "pointer").text()).isEqualTo("/amount");
  }

  @Test
  void producers_and_consumers_get_the_same_message_for_a_violation() {
    String closed = "{\"properties\":{\"%s\":{}},\"additionalProperties\":false}";
    String schema = "{\"oneOf\":[" + closed.formatted("a") + "," + closed.formatted("b") + "]}";
    assertThat(put(PAID, schema).status()).isEqualTo(200);
    assertThat(put("/v1/topics/t", null).status()).isEqualTo(200);
    Running.Answer published =
        running.post("/v1/topics/t/dry-run", "{\"type\":\"paid\",\"body\":{\"c\":1}}");
    Running.Answer validated = running.post(PAID + "/validate", "{\"c\":1}");
    assertThat(published.json().at("detail").text())
        .isEqualTo("the event " + validated.json().at("violations", 0, "message").text());
  }

  private static String doubling(String form, String more) {
    String levels =
        IntStream.range(0, 40)
            .mapToObj(i -> "\"a%d\":%s".formatted(i, form.formatted(ref(i + 1), more)))
            .collect(Collectors.joining(","));
    return "{\"$ref\":\"#/$defs/a0\",\"$defs\":{" + levels + ",\"a40\":{}}}";
  }

  private static String ref(int level) {
    return "{\"$ref\":\"#/$defs/a" + level + "\"}";
  }

  private Running.Answer put(String path, @Nullable String schema) {
    String json = schema == null ? "{}" : "{\"schema\":" + schema + "}";
    return running.send(
        path,
        request ->
            request.header("Content-Type", "application/json").PUT(BodyPublishers.ofString(json)));
  }
}
