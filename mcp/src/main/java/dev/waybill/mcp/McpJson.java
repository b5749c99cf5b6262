package dev.waybill.mcp;

import dev.waybill.events.jsonschema.JsonTrees;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// Reads and writes the messages of the protocol, and the documents in them.
final class McpJson {

  /// A document of the server, and the message around it.
  private static final int DEPTH = 80;

  private static final int DIGITS = 1_000;

  static final JsonMapper TREES = JsonTrees.mapper(DEPTH, DIGITS);
  static final McpJsonMapper MESSAGES = new JacksonMcpJsonMapper(TREES);

  private McpJson() {}

  static byte[] bytes(Object message) {
    try {
      return MESSAGES.writeValueAsBytes(message);
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(String json) {
    return TREES.readValue(json, Map.class);
  }
}
