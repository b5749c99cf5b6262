package dev.waybill.mcp;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.server.http.api.Reply;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The answer of a route as the result of a tool: its document, and a short text about it. Clients
/// that read texts only get the document as a second text.
final class ToolResult {

  private static final int MOST_BYTES = 256 * 1024;
  private static final int MOST_WORDS = 6;
  private static final int LONGEST_WORD = 100;

  private ToolResult() {}

  /// The result of a call that has changed something: it has succeeded, however large the answer.
  static CallToolResult ofChange(Reply.Document reply) {
    try {
      return of(reply);
    } catch (WaybillException tooLarge) {
      return CallToolResult.builder()
          .textContent(List.of("done; the answer is too large to be shown"))
          .isError(false)
          .build();
    }
  }

  static CallToolResult of(Reply.Document reply) {
    JsonNode document = McpJson.TREES.readTree(reply.body().bytesWithoutCopy());
    boolean failed = reply.status() >= 400;
    List<String> cuts = failed ? List.of() : Shortening.of(document);
    if (failed) {
      nameArguments(document);
    }
    byte[] json = McpJson.bytes(document);
    if (json.length > MOST_BYTES) {
      throw new WaybillException(
          Code.PAYLOAD_TOO_LARGE,
          "the result has %d bytes; at most %d are allowed: use a smaller limit or more filters"
              .formatted(json.length, MOST_BYTES));
    }
    String about = failed ? problem(document) : summary(document) + aboutCuts(cuts);
    return CallToolResult.builder()
        .structuredContent(document)
        .textContent(List.of(about, new String(json, StandardCharsets.UTF_8)))
        .isError(failed)
        .build();
  }

  /// A tool has arguments where a route has a query.
  private static void nameArguments(JsonNode problem) {
    nameArgument(problem, "detail");
    problem.path("errors").forEach(error -> nameArgument(error, "pointer"));
  }

  private static void nameArgument(JsonNode node, String field) {
    String text = node.path(field).asString("");
    if (text.startsWith("?") && node instanceof ObjectNode fields) {
      fields.put(field, "/" + text.substring(1));
    }
  }

  private static String problem(JsonNode problem) {
    return problem.path("code").asString() + ": " + problem.path("detail").asString();
  }

  private static String summary(JsonNode document) {
    if (document.has("items")) {
      boolean hasMore = document.path("next_cursor").isString();
      return document.path("items").size()
          + " items"
          + (hasMore ? "; pass next_cursor as cursor to get more." : ".");
    }
    return document.properties().stream()
            .filter(field -> field.getValue().isValueNode())
            .filter(field -> field.getValue().asString("").length() <= LONGEST_WORD)
            .limit(MOST_WORDS)
            .map(field -> field.getKey() + " " + field.getValue().asString(""))
            .collect(Collectors.joining(", "))
        + ".";
  }

  private static String aboutCuts(List<String> cuts) {
    return cuts.isEmpty() ? "" : " Cut because of their length: " + String.join(", ", cuts) + ".";
  }
}
