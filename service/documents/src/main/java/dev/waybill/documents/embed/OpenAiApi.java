package dev.waybill.documents.embed;

import dev.waybill.documents.embed.Embedder.Purpose;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.wire.json.JsonOut;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An endpoint that is compatible with OpenAI's: `POST {base}/embeddings`.
///
/// @param key empty for an endpoint without one
record OpenAiApi(EmbeddingModel model, URI base, String key) implements RemoteApi {

  static final URI STANDARD = URI.create("https://api.openai.com/v1");
  static final EmbeddingModel STANDARD_MODEL =
      new EmbeddingModel("text-embedding-3-small", 1_536, 8_191);

  private static final int MOST_TEXTS = 2_048;

  /// Only these models take a dimension. Others refuse the field, or have another name for it.
  private static final String WITH_DIMENSION = "text-embedding-3";

  @Override
  public int mostTexts() {
    return MOST_TEXTS;
  }

  @Override
  public OutgoingRequest request(List<String> texts, Purpose purpose) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("model", model.name());
    body.put("input", texts);
    body.put("encoding_format", "float");
    if (model.name().startsWith(WITH_DIMENSION)) {
      body.put("dimensions", model.dimension());
    }
    OutgoingRequest request =
        OutgoingRequest.json(URI.create(base + "/embeddings"), JsonOut.tree(body)).asRepeatable();
    return key.isEmpty() ? request : request.withBearer(key);
  }

  @Override
  public AnswerFields fields() {
    return new AnswerFields("data", "embedding", "usage", "total_tokens");
  }

  /// Without the key.
  @Override
  public String toString() {
    return "OpenAiApi[" + model + ", " + base + "]";
  }
}
