package dev.waybill.mcp;

import dev.waybill.admin.Scope;
import dev.waybill.server.http.api.InputSchema;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.http.connection.RouteCaller;
import dev.waybill.wire.json.Shape;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A tool for language models.
///
/// @param scope the scope without which it is not listed
/// @param arguments the arguments that it accepts; it refuses others
record Tool(Label label, Scope scope, boolean changes, List<Shape.Field> arguments, Action action) {

  /// @param about what it does, for the model
  record Label(String name, String about) {}

  /// Carries out a call. The route behind it checks the scope.
  interface Action {
    Reply.Document run(RouteCall call, Map<String, Object> arguments);
  }

  SyncToolSpecification specification() {
    McpSchema.ToolAnnotations hints =
        McpSchema.ToolAnnotations.builder().readOnlyHint(!changes).openWorldHint(changes).build();
    McpSchema.Tool described =
        McpSchema.Tool.builder(label.name(), McpJson.map(InputSchema.of(arguments)))
            .description(label.about())
            .annotations(hints)
            .build();
    return new SyncToolSpecification(described, this::call);
  }

  private McpSchema.CallToolResult call(
      McpTransportContext context, McpSchema.CallToolRequest request) {
    RouteCall call = RouteTransport.callOf(context);
    RouteCaller.observe(call, McpRoutes.PATH + "#" + label.name());
    try {
      Map<String, Object> given = Objects.requireNonNullElse(request.arguments(), Map.of());
      Reply.Document reply = action.run(call, given);
      return changes ? ToolResult.ofChange(reply) : ToolResult.of(reply);
    } catch (RuntimeException failure) {
      return ToolResult.of(RouteCaller.problem(call, failure));
    }
  }
}
