package dev.waybill.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import tools.jackson.databind.JsonNode;

/// The result of a tool.
record Answer(CallToolResult result) {

  JsonNode document() {
    return McpJson.TREES.valueToTree(result.structuredContent());
  }

  /// The value at a JSON pointer.
  JsonNode at(String pointer) {
    JsonNode found = document().at(pointer);
    assertThat(found.isMissingNode()).as(pointer + " in " + document()).isFalse();
    return found;
  }

  String text(int index) {
    return ((TextContent) result.content().get(index)).text();
  }

  Answer succeeded() {
    assertThat(result.isError()).as(text(0)).isFalse();
    return this;
  }

  /// The error code.
  String code() {
    assertThat(result.isError()).as(text(0)).isTrue();
    return at("/code").asString();
  }

  /// Where the error is.
  String pointer() {
    return at("/errors/0/pointer").asString();
  }
}
