package dev.waybill.documents.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.documents.embed.Embedder.Purpose;
import dev.waybill.documents.remote.LoopbackEndpoint;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.http.TargetAddresses;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

final class RemoteEmbeddersTest {

  private static final String SECRET = "sk-very-secret";

  private final EmbeddingEndpoint endpoint;
  private final List<Duration> pauses = new ArrayList<>();

  RemoteEmbeddersTest() throws IOException {
    endpoint = new EmbeddingEndpoint();
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  @Test
  void google_gets_one_request_per_text_with_its_task_and_dimension() throws EmbeddingException {
    Embedder google = embedder(google());
    Embedder.Embedded embedded = google.embed(List.of("a", "four"), Purpose.DOCUMENT);
    assertThat(embedded.vectors()).containsExactly(vector(1), vector(4));
    assertThat(embedded.tokens()).isEqualTo(3);
    LoopbackEndpoint.Asked asked = endpoint.asked().getFirst();
    assertThat(asked.path()).isEqualTo("/v1/models/gemini-embedding-001:batchEmbedContents");
    assertThat(asked.headers()).containsEntry("x-goog-api-key", SECRET);
    JsonNode request = asked.body().get("requests").get(1);
    assertThat(request.get("model").asString()).isEqualTo("models/gemini-embedding-001");
    assertThat(request.get("content").get("parts").get(0).get("text").asString()).isEqualTo("four");
    assertThat(request.get("taskType").asString()).isEqualTo("RETRIEVAL_DOCUMENT");
    assertThat(request.get("outputDimensionality").asInt()).isEqualTo(2);
  }

  @Test
  void google_is_told_that_a_text_is_a_query() throws EmbeddingException {
    assertThat(embedder(google()).embedQuery("why?")).isEqualTo(vector(4));
    JsonNode request = endpoint.asked().getFirst().body().get("requests").get(0);
    assertThat(request.get("taskType").asString()).isEqualTo("RETRIEVAL_QUERY");
  }

  @Test
  void openai_gets_all_texts_and_answers_in_any_order() throws EmbeddingException {
    Settings settings = openAi().withServiceSetting(EmbeddingKeys.MODEL.name(), "");
    Embedder.Embedded embedded =
        embedder(settings).embed(List.of("a", "four", "fifty"), Purpose.DOCUMENT);
    assertThat(embedded.vectors()).containsExactly(vector(1), vector(4), vector(5));
    assertThat(embedded.tokens()).isEqualTo(30);
    LoopbackEndpoint.Asked asked = endpoint.asked().getFirst();
    assertThat(asked.path()).isEqualTo("/v1/embeddings");
    assertThat(asked.headers()).containsEntry("authorization", "Bearer " + SECRET);
    assertThat(asked.body().get("input").size()).isEqualTo(3);
    assertThat(asked.body().get("model").asString()).isEqualTo("text-embedding-3-small");
    assertThat(asked.body().get("dimensions").asInt()).isEqualTo(2);
  }

  @Test
  void other_models_get_no_dimension_and_no_key_if_there_is_none() throws EmbeddingException {
    Settings settings = openAi().withServiceSetting(EmbeddingKeys.KEY.name(), "");
    assertThat(embedder(settings).embed(List.of("a"))).containsExactly(vector(1));
    LoopbackEndpoint.Asked asked = endpoint.asked().getFirst();
    assertThat(asked.body().has("dimensions")).isFalse();
    assertThat(asked.headers()).doesNotContainKey("authorization");
  }

  @Test
  void texts_are_sent_in_batches() throws EmbeddingException {
    Settings settings = openAi().withServiceSetting(EmbeddingKeys.BATCH.name(), "3");
    List<String> texts = IntStream.range(1, 9).mapToObj("x"::repeat).toList();
    assertThat(embedder(settings).embed(texts))
        .isEqualTo(IntStream.range(1, 9).mapToObj(RemoteEmbeddersTest::vector).toList());
    assertThat(endpoint.asked().stream().map(one -> one.body().get("input").size()))
        .containsExactly(3, 3, 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 429, 500, 502, 503})
  void a_passing_failure_is_tried_again(int status) throws EmbeddingException {
    endpoint.plan(status, "{}");
    assertThat(embedder(openAi()).embed(List.of("a"))).containsExactly(vector(1));
    assertThat(pauses).hasSize(1);
  }

  @Test
  void pauses_grow_and_end() {
    IntStream.range(0, 10).forEach(_ -> endpoint.plan(503, "overloaded"));
    EmbeddingException failed = failure(openAi());
    assertThat(failed.isRetryable()).isTrue();
    assertThat(failed).hasMessageContaining("503").hasMessageContaining("overloaded");
    assertThat(endpoint.asked()).hasSize(4);
    assertThat(pauses.get(2)).isGreaterThan(pauses.get(0));
  }

  @Test
  void the_service_says_how_long_to_wait() throws EmbeddingException {
    endpoint.plan(429, "Retry-After", "7");
    endpoint.plan(
        429, "{\"error\": {\"details\": [{\"retryDelay\": \"9.2s\"}], \"message\": \"quota\"}}");
    assertThat(embedder(openAi()).embed(List.of("a"))).hasSize(1);
    assertThat(pauses).containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(10));
  }

  @Test
  void a_long_wait_is_left_to_the_job() {
    endpoint.plan(429, "Retry-After", "120");
    EmbeddingException failed = failure(openAi());
    assertThat(failed.retryAfter()).contains(Duration.ofMinutes(2));
    assertThat(pauses).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 422})
  void a_refusal_is_not_tried_again_and_does_not_show_the_key(int status) {
    endpoint.plan(status, "{\"error\":{\"message\":\"Incorrect API key: " + SECRET + "\"}}");
    EmbeddingException refused = failure(openAi());
    assertThat(refused.isRetryable()).isFalse();
    assertThat(refused.toString()).contains("Incorrect API key").doesNotContain(SECRET);
    assertThat(endpoint.asked()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<html>",
        "[]",
        "{}",
        "{\"data\":[]}",
        "{\"data\":[{\"embedding\":[1,2]}",
        "{\"data\":[{\"embedding\":[1,2]},{\"embedding\":[1,2]}]}",
        "{\"data\":[{\"index\":1,\"embedding\":[1,2]}]}",
        "{\"data\":[{\"index\":-1,\"embedding\":[1,2]}]}",
        "{\"data\":[{\"index\":99999999999,\"embedding\":[1,2]}]}",
        "{\"data\":[{\"index\":0}]}",
        "{\"data\":[{\"embedding\":[NaN,1]}]}",
        "{\"data\":[{\"embedding\":[1e99,1]}]}",
        "{\"data\":[{\"embedding\":[\"1\",1]}]}",
        "{\"data\":[{\"embedding\":[[1],1]}]}",
        "{\"data\":[{\"embedding\":[null,1]}]}"
      })
  void a_malformed_answer_is_tried_again(String answer) throws EmbeddingException {
    endpoint.plan(200, answer);
    assertThat(embedder(openAi()).embed(List.of("a"))).containsExactly(vector(1));
    assertThat(endpoint.asked()).hasSize(2);
  }

  @Test
  void vectors_of_another_dimension_are_refused() {
    endpoint.plan(200, "{\"data\":[{\"embedding\":[1,2,3]}]}");
    EmbeddingException refused = failure(openAi());
    assertThat(refused.isRetryable()).isFalse();
    assertThat(refused).hasMessageContaining(EmbeddingKeys.DIMENSION.name());
  }

  @Test
  void an_endpoint_that_is_down_is_a_passing_failure() {
    endpoint.close();
    assertThat(failure(openAi()).isRetryable()).isTrue();
    assertThat(pauses).hasSize(3);
  }

  @Test
  void closing_ends_a_wait() {
    endpoint.plan(503, "Retry-After", "20");
    Embedders embedders = Embedders.open(openAi(), new ModelLedger(), network());
    embedders.close();
    EmbeddingException ended =
        catchThrowableOfType(
            EmbeddingException.class, () -> embedders.of("acme").embed(List.of("a")));
    assertThat(ended.isRetryable()).isTrue();
    assertThat(endpoint.asked()).hasSize(1);
  }

  private static Vector vector(int length) {
    return Vector.of(new float[] {length, 1});
  }

  private EmbeddingException failure(Settings settings) {
    return catchThrowableOfType(
        EmbeddingException.class, () -> embedder(settings).embed(List.of("a")));
  }

  private Embedder embedder(Settings settings) {
    return Embedders.open(settings, new ModelLedger(), network(), pauses::add, () -> {}).of("acme");
  }

  private static Network network() {
    return Network.direct(TargetAddresses.allowing(""));
  }

  private Settings google() {
    return settings("google").withServiceSetting(EmbeddingKeys.URL.name(), endpoint.url() + "/");
  }

  private Settings openAi() {
    return settings("openai")
        .withServiceSetting(EmbeddingKeys.URL.name(), endpoint.url())
        .withServiceSetting(EmbeddingKeys.MODEL.name(), "bge-m3");
  }

  private static Settings settings(String provider) {
    return Settings.DEFAULT
        .withServiceSetting(EmbeddingKeys.PROVIDER.name(), provider)
        .withServiceSetting(EmbeddingKeys.KEY.name(), SECRET)
        .withServiceSetting(EmbeddingKeys.DIMENSION.name(), "2");
  }
}
