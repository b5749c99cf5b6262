package dev.waybill.documents.embed;

import static dev.waybill.documents.remote.KeyValues.check;

import dev.waybill.documents.remote.DailyBudget;
import dev.waybill.documents.remote.KeyValues;
import dev.waybill.messages.http.HttpSender;
import dev.waybill.spi.Key;
import java.net.URI;
import java.util.List;
import java.util.Map;

/// Reads the values of [EmbeddingKeys]. Each problem is refused with `INVALID_ARGUMENT`.
final class EmbeddingSettings {

  /// How many bytes of an answer a number takes at most, with blanks around it.
  private static final int BYTES_PER_NUMBER = 32;

  /// For models that are not known here.
  private static final int USUAL_MAX_TOKENS = 512;

  private static final String LARGE = "text-embedding-3-large";
  private static final int LARGE_DIMENSION = 3_072;

  private final KeyValues values;

  /// @param values by name
  EmbeddingSettings(Map<String, String> values) {
    this.values = new KeyValues(values, EmbeddingKeys.ALL);
  }

  boolean isLocal() {
    boolean local = get(EmbeddingKeys.PROVIDER).equals("local");
    for (Key<?> key : List.of(EmbeddingKeys.MODEL, EmbeddingKeys.URL, EmbeddingKeys.KEY)) {
      check(!local || text(key).isEmpty(), key, "needs documents.embedding.provider");
    }
    int dimension = get(EmbeddingKeys.DIMENSION);
    boolean fits = dimension == 0 || dimension == MiniLm.MODEL.dimension();
    check(!local || fits, EmbeddingKeys.DIMENSION, "is 384 for the local model");
    return local;
  }

  RemoteApi api() {
    return get(EmbeddingKeys.PROVIDER).equals("google") ? google() : openAi();
  }

  private GoogleApi google() {
    EmbeddingModel standard = GoogleApi.STANDARD_MODEL;
    String name = name(standard);
    check(
        name.matches("[A-Za-z0-9._-]+"), EmbeddingKeys.MODEL, "must be such as " + standard.name());
    check(!key().isEmpty(), EmbeddingKeys.KEY, "is required for Google's API");
    int dimension = dimension(standard.dimension());
    return new GoogleApi(
        new EmbeddingModel(name, dimension, standard.maxTokens()), url(GoogleApi.STANDARD), key());
  }

  private OpenAiApi openAi() {
    String name = name(OpenAiApi.STANDARD_MODEL);
    EmbeddingModel known = known(name);
    int dimension = dimension(known.dimension());
    check(dimension > 0, EmbeddingKeys.DIMENSION, "is required for the model " + name);
    return new OpenAiApi(
        new EmbeddingModel(name, dimension, known.maxTokens()), url(OpenAiApi.STANDARD), key());
  }

  private static EmbeddingModel known(String name) {
    EmbeddingModel standard = OpenAiApi.STANDARD_MODEL;
    if (name.equals(standard.name())) {
      return standard;
    }
    return name.equals(LARGE)
        ? new EmbeddingModel(name, LARGE_DIMENSION, standard.maxTokens())
        : new EmbeddingModel(name, 0, USUAL_MAX_TOKENS);
  }

  /// So that the answer of a call fits into what is read of it.
  int textsPerCall(RemoteApi api) {
    int readable = HttpSender.TRUSTED_ANSWER_BYTES / (api.model().dimension() * BYTES_PER_NUMBER);
    return Math.clamp(Math.min(readable, api.mostTexts()), 1, get(EmbeddingKeys.BATCH));
  }

  DailyBudget.Amount budget() {
    return values.budget(
        EmbeddingKeys.BUDGET_TOKENS, EmbeddingKeys.BUDGET_COST, EmbeddingKeys.PRICE);
  }

  private String name(EmbeddingModel standard) {
    return text(EmbeddingKeys.MODEL).isEmpty() ? standard.name() : text(EmbeddingKeys.MODEL);
  }

  private URI url(URI standard) {
    return text(EmbeddingKeys.URL).isEmpty() ? standard : get(EmbeddingKeys.URL);
  }

  private String key() {
    return values.secret(EmbeddingKeys.KEY);
  }

  private int dimension(int standard) {
    int set = get(EmbeddingKeys.DIMENSION);
    return set == 0 ? standard : set;
  }

  private String text(Key<?> key) {
    return values.text(key);
  }

  /// The value, or the default.
  <T> T get(Key<T> key) {
    return values.get(key);
  }

  /// Without the values: one of them is secret.
  @Override
  public String toString() {
    return values.toString();
  }
}
