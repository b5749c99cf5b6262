package dev.waybill.documents.embed;

import dev.waybill.documents.embed.Embedder.Purpose;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.wire.json.JsonOut;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Google's Gemini API: `models/{model}:batchEmbedContents`.
///
/// @param base such as `https://generativelanguage.googleapis.com/v1beta`
record GoogleApi(EmbeddingModel model, URI base, String key) implements RemoteApi {

  static final URI STANDARD = URI.create("https://generativelanguage.googleapis.com/v1beta");
  static final EmbeddingModel STANDARD_MODEL =
      new EmbeddingModel("gemini-embedding-001", 768, 2_048);

  private static final int MOST_TEXTS = 100;

  /// Models of this family take no task type.
  private static final String WITHOUT_TASKS = "gemini-embedding-2";

  @Override
  public int mostTexts() {
    return MOST_TEXTS;
  }

  @Override
  public OutgoingRequest request(List<String> texts, Purpose purpose) {
    List<Map<String, Object>> requests =
        texts.stream().map(text -> request(text, purpose)).toList();
    URI uri = URI.create(base + "/models/" + model.name() + ":batchEmbedContents");
    return OutgoingRequest.json(uri, JsonOut.tree(Map.of("requests", requests)))
        .with("x-goog-api-key", key)
        .asRepeatable();
  }

  private Map<String, Object> request(String text, Purpose purpose) {
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("model", "models/" + model.name());
    request.put("content", Map.of("parts", List.of(Map.of("text", text))));
    if (!model.name().startsWith(WITHOUT_TASKS)) {
      request.put("taskType", taskType(purpose));
    }
    request.put("outputDimensionality", model.dimension());
    return request;
  }

  private static String taskType(Purpose purpose) {
    return switch (purpose) {
      case DOCUMENT -> "RETRIEVAL_DOCUMENT";
      case QUERY -> "RETRIEVAL_QUERY";
    };
  }

  @Override
  public AnswerFields fields() {
    return new AnswerFields("embeddings", "values", "usageMetadata", "promptTokenCount");
  }

  /// Without the key.
  @Override
  public String toString() {
    return "GoogleApi[" + model + ", " + base + "]";
  }
}
