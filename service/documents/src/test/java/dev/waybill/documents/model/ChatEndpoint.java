package dev.waybill.documents.model;

import dev.waybill.documents.remote.LoopbackEndpoint;
import dev.waybill.wire.json.JsonOut;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// A server on loopback that speaks OpenAI's chat completions and Gemini's generateContent.
public final class ChatEndpoint extends LoopbackEndpoint {

  /// @param text every answer of the model
  public ChatEndpoint(String text) throws IOException {
    super((path, _) -> path.endsWith(":generateContent") ? gemini(text) : openAi(text));
  }

  private static String gemini(String text) {
    int middle = text.length() / 2;
    return json(
        Map.of(
            "candidates",
            List.of(
                Map.of(
                    "content",
                    Map.of(
                        "role",
                        "model",
                        "parts",
                        List.of(
                            Map.of("text", text.substring(0, middle)),
                            Map.of("text", text.substring(middle)))),
                    "finishReason",
                    "STOP")),
            "usageMetadata",
            Map.of("totalTokenCount", 7)));
  }

  private static String openAi(String text) {
    return json(
        Map.of(
            "object",
            "chat.completion",
            "choices",
            List.of(
                Map.of(
                    "index",
                    0,
                    "message",
                    Map.of("role", "assistant", "content", text),
                    "finish_reason",
                    "stop"))));
  }

  private static String json(Map<String, Object> tree) {
    return new String(JsonOut.tree(tree), StandardCharsets.UTF_8);
  }
}
