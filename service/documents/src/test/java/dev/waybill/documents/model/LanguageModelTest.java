package dev.waybill.documents.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.document.DiagramKind;
import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.diagram.DiagramDocument;
import dev.waybill.documents.remote.LoopbackEndpoint;
import dev.waybill.documents.remote.ModelException;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.http.TargetAddresses;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Ledger;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LanguageModelTest {

  private static final String SECRET = "sk-very-secret";

  private static final String TENANT = "acme";

  private final ChatEndpoint endpoint;
  private final ManualClock clock = new ManualClock();
  private final Ledger ledger = new ModelLedger();
  private final List<Duration> pauses = new ArrayList<>();

  LanguageModelTest() throws IOException {
    endpoint = new ChatEndpoint("the answer");
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  @Test
  void openai_gets_a_message_and_answers_with_a_choice() throws ModelException {
    assertThat(model("openai").ask(TENANT, "why?")).isEqualTo("the answer");
    LoopbackEndpoint.Asked asked = endpoint.asked().getFirst();
    assertThat(asked.path()).isEqualTo("/v1/chat/completions");
    assertThat(asked.headers()).containsEntry("authorization", "Bearer " + SECRET);
    assertThat(asked.body().get("model").asString()).isEqualTo("gpt-4o-mini");
    assertThat(asked.body().get("messages").get(0).get("role").asString()).isEqualTo("user");
    assertThat(asked.body().get("messages").get(0).get("content").asString()).isEqualTo("why?");
    assertThat(asked.body().get("response_format").get("type").asString()).isEqualTo("json_object");
  }

  @Test
  void gemini_gets_a_part_and_answers_in_parts() throws ModelException {
    assertThat(model("gemini").ask(TENANT, "why?")).isEqualTo("the answer");
    LoopbackEndpoint.Asked asked = endpoint.asked().getFirst();
    assertThat(asked.path()).isEqualTo("/v1/models/gemini-2.5-flash:generateContent");
    assertThat(asked.headers()).containsEntry("x-goog-api-key", SECRET);
    assertThat(asked.body().get("contents").get(0).get("parts").get(0).get("text").asString())
        .isEqualTo("why?");
    assertThat(asked.body().get("generationConfig").get("responseMimeType").asString())
        .isEqualTo("application/json");
  }

  @Test
  void passing_failures_and_malformed_answers_are_tried_again() throws ModelException {
    endpoint.plan(503, "overloaded");
    endpoint.plan(429, "Retry-After", "7");
    endpoint.plan(200, "not JSON");
    assertThat(model("openai").ask(TENANT, "why?")).isEqualTo("the answer");
    assertThat(pauses).hasSize(3).contains(Duration.ofSeconds(7));
  }

  @Test
  void a_refusal_is_final_and_does_not_contain_the_key() {
    endpoint.plan(401, "wrong key " + SECRET);
    ModelException refused =
        catchThrowableOfType(ModelException.class, () -> model("gemini").ask(TENANT, "why?"));
    assertThat(refused.isRetryable()).isFalse();
    assertThat(refused).hasMessageContaining("401").hasMessageNotContaining(SECRET);
    assertThat(endpoint.asked()).hasSize(1);
  }

  @Test
  void an_answer_without_text_is_empty() throws ModelException {
    endpoint.plan(200, "{\"choices\": [{\"message\": {\"content\": null}}]}");
    endpoint.plan(200, "{}");
    assertThat(model("openai").ask(TENANT, "why?")).isEmpty();
    assertThat(model("openai").ask(TENANT, "why?")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "provider, other",
    "url, ftp://example.org",
    "timeout, soon",
    "max_prompt, 10",
    "model, ../x",
    "key, two words"
  })
  void invalid_settings_are_refused(String name, String value) {
    Settings settings = settings("gemini").withServiceSetting("documents.diagram." + name, value);
    assertThatThrownBy(() -> open(settings))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT);
              assertThat(refused).hasMessageContaining("documents.diagram." + name);
            });
  }

  @Test
  void without_a_provider_there_is_no_model() {
    assertThat(
            LanguageModel.open(
                Settings.DEFAULT, ledger, new Network(TargetAddresses.trusted(), null)))
        .isEmpty();
  }

  @Test
  void a_prompt_has_headings_and_passages_up_to_its_limit() {
    List<Chunk> chunks =
        IntStream.range(0, 500)
            .mapToObj(i -> new Chunk(i, "passage " + i, 1, List.of("Top", "Section " + i / 2), 1))
            .toList();
    List<DiagramDocument> documents =
        List.of(new DiagramDocument("a.md", chunks), new DiagramDocument("b.md", chunks));
    String all = DiagramPrompt.of(DiagramKind.TERMS, documents, 1_000_000);
    assertThat(all).contains("Document: b.md", "- Section 249", "[a.md] passage 499");
    assertThat(all.indexOf("passage 2\n")).isLessThan(all.indexOf("passage 1\n"));
    assertThat(DiagramPrompt.of(DiagramKind.OUTLINE, documents, 2_000))
        .hasSizeLessThanOrEqualTo(2_000)
        .contains("\"nodes\"", "Document: a.md");
  }

  @ParameterizedTest
  @CsvSource({"gemini, 7", "openai, 6"})
  void a_tenant_that_has_used_its_tokens_is_refused_until_the_next_day(String provider, long tokens)
      throws ModelException {
    LanguageModel model = open(limited(provider, "budget_tokens", Long.toString(tokens)));
    assertThat(model.ask(TENANT, "why?")).isEqualTo("the answer");
    ModelException refused =
        catchThrowableOfType(ModelException.class, () -> model.ask(TENANT, "why?"));
    assertThat(refused)
        .hasMessageContaining("diagram budget")
        .hasMessageContaining(tokens + " tokens");
    assertThat(refused.retryAfter()).contains(Duration.ofDays(1));
    assertThat(endpoint.asked()).hasSize(1);
    assertThat(model.ask("other", "why?")).isEqualTo("the answer");
    clock.advance(Duration.ofDays(1));
    assertThat(model.ask(TENANT, "why?")).isEqualTo("the answer");
  }

  @Test
  void a_budget_of_cost_needs_a_price() throws ModelException {
    Settings settings = limited("gemini", "budget_cost", "0.000014");
    assertThatThrownBy(() -> open(settings)).hasMessageContaining("needs documents.diagram.price");
    LanguageModel model = open(settings.withServiceSetting("documents.diagram.price", "2"));
    model.ask(TENANT, "why?");
    assertThatThrownBy(() -> model.ask(TENANT, "why?")).hasMessageContaining("cost 0.000014");
  }

  private Settings limited(String provider, String name, String value) {
    return settings(provider)
        .withClock(clock)
        .withServiceSetting("documents.diagram." + name, value);
  }

  private LanguageModel model(String provider) {
    return open(settings(provider));
  }

  private LanguageModel open(Settings settings) {
    return LanguageModel.open(
            settings, ledger, new Network(TargetAddresses.trusted(), null), pauses::add, () -> {})
        .orElseThrow();
  }

  private Settings settings(String provider) {
    return Settings.DEFAULT
        .withServiceSetting(DiagramKeys.PROVIDER.name(), provider)
        .withServiceSetting(DiagramKeys.URL.name(), endpoint.url())
        .withServiceSetting(DiagramKeys.KEY.name(), SECRET);
  }
}
