package dev.waybill.documents.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.http.TargetAddresses;
import dev.waybill.settings.Settings;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EmbeddingSettingsTest {

  @Test
  void the_local_model_is_the_default_and_is_not_loaded_by_opening_it() {
    try (Embedders embedders = open(Map.of())) {
      assertThat(embedders.model()).isEqualTo(MiniLm.MODEL);
      assertThat(embedders.of("acme").tokens("Hello, world!")).isEqualTo(6);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "google, '', 0, gemini-embedding-001, 768",
    "google, gemini-embedding-2, 1536, gemini-embedding-2, 1536",
    "openai, '', 0, text-embedding-3-small, 1536",
    "openai, text-embedding-3-large, 0, text-embedding-3-large, 3072",
    "openai, BAAI/bge-m3, 1024, BAAI/bge-m3, 1024",
  })
  void models_have_defaults(
      String provider, String model, String dimension, String name, int expected) {
    Map<String, String> values =
        Map.of("provider", provider, "model", model, "dimension", dimension, "key", "secret");
    try (Embedders embedders = open(values)) {
      assertThat(embedders.model().made(name, expected)).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "provider, elsewhere",
    "model, other",
    "key, secret",
    "url, http://127.0.0.1/v1",
    "dimension, 768",
    "batch, 0",
    "rate_calls, -1",
    "rate_tokens, many",
    "budget_tokens, 1.5",
    "budget_cost, -2",
    "budget_cost, 5",
    "price, cheap",
  })
  void a_wrong_setting_of_the_local_model_is_refused_by_name(String name, String value) {
    assertThat(refusal(Map.of(name, value))).contains("documents.embedding." + name);
  }

  @ParameterizedTest
  @CsvSource({
    "url, ftp://example.org",
    "url, https://user:password@example.org",
    "url, not a url",
    "url, https://example.org/v1?key=1",
    "model, ../other",
    "key, ''",
    "key, two words",
    "dimension, 99999",
  })
  void a_wrong_setting_of_google_is_refused_by_name(String name, String value) {
    Map<String, String> values = new HashMap<>(Map.of("provider", "google", "key", "secret"));
    values.put(name, value);
    assertThat(refusal(values)).contains("documents.embedding." + name).doesNotContain("words");
  }

  @Test
  void another_model_needs_its_dimension() {
    assertThat(refusal(Map.of("provider", "openai", "model", "bge-m3")))
        .contains(EmbeddingKeys.DIMENSION.name());
  }

  @Test
  void calls_have_no_more_vectors_than_can_be_read() {
    String prefix = "documents.embedding.";
    EmbeddingSettings settings =
        new EmbeddingSettings(
            Map.of(
                prefix + "provider", "openai",
                prefix + "model", "text-embedding-3-large",
                prefix + "batch", "2048"));
    assertThat(settings.textsPerCall(settings.api())).isEqualTo(85);
  }

  @Test
  void the_key_is_not_printed() {
    EmbeddingSettings settings =
        new EmbeddingSettings(
            Map.of("documents.embedding.provider", "google", "documents.embedding.key", "secret"));
    assertThat(settings.api().toString() + settings).doesNotContain("secret");
  }

  private static String refusal(Map<String, String> values) {
    WaybillException refused =
        catchThrowableOfType(WaybillException.class, () -> open(values).close());
    assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT);
    return refused.toString();
  }

  private static Embedders open(Map<String, String> values) {
    Settings settings = Settings.DEFAULT;
    for (Map.Entry<String, String> value : values.entrySet()) {
      settings =
          settings.withServiceSetting("documents.embedding." + value.getKey(), value.getValue());
    }
    return Embedders.open(
        settings, new ModelLedger(), Network.direct(TargetAddresses.allowing("")));
  }
}
