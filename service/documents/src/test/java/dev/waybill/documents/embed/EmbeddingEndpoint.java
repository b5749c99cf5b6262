package dev.waybill.documents.embed;

import dev.waybill.documents.remote.LoopbackEndpoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// A server on loopback that speaks the protocols of Google's and OpenAI's embeddings. The vector
/// of a text is its length and 1. Planned answers come first.
final class EmbeddingEndpoint extends LoopbackEndpoint {

  EmbeddingEndpoint() throws IOException {
    super(EmbeddingEndpoint::answer);
  }

  private static String answer(String path, JsonNode body) {
    return path.endsWith(":batchEmbedContents") ? google(body) : openAi(body);
  }

  private static String google(JsonNode body) {
    List<String> vectors = new ArrayList<>();
    for (JsonNode request : body.get("requests")) {
      int length = request.get("content").get("parts").get(0).get("text").asString().length();
      vectors.add("{\"values\": [\n  " + length + ".0,\n  1\n]}");
    }
    return "{\"embeddings\": [" + String.join(",", vectors) + "]}";
  }

  /// In reverse order, as the protocol permits.
  private static String openAi(JsonNode body) {
    List<String> vectors =
        IntStream.range(0, body.get("input").size())
            .mapToObj(
                i ->
                    "{\"object\":\"embedding\",\"index\":%d,\"embedding\":[%d,1.0]}"
                        .formatted(i, body.get("input").get(i).asString().length()))
            .toList();
    return "{\"object\":\"list\",\"data\":["
        + String.join(",", vectors.reversed())
        + "],\"model\":\"m\",\"usage\":{\"prompt_tokens\":7,\"total_tokens\":"
        + 10 * vectors.size()
        + "}}";
  }
}
