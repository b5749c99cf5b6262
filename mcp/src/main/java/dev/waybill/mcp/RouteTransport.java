package dev.waybill.mcp;

import dev.waybill.Payload;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.RouteCall;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.HttpHeaders;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// Streamable HTTP without sessions, on a route of the server: every call carries one message, and
/// its answer is one JSON document.
final class RouteTransport implements McpStatelessServerTransport {

  private static final String CALL = "waybill-call";
  private static final McpSchema.JSONRPCResponse.JSONRPCError INVALID_PARAMS =
      new McpSchema.JSONRPCResponse.JSONRPCError(
          McpSchema.ErrorCodes.INVALID_PARAMS, "invalid params");
  private static final Reply ACCEPTED =
      new Reply.Document(202, "application/json", Payload.empty(), Map.of());

  private @Nullable McpStatelessServerHandler handler;

  @Override
  public void setMcpHandler(McpStatelessServerHandler mcpHandler) {
    handler = mcpHandler;
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  /// The call that a tool is part of.
  static RouteCall callOf(McpTransportContext context) {
    return (RouteCall) Objects.requireNonNull(context.get(CALL));
  }

  Reply answer(RouteCall call) {
    checkVersion(call);
    McpSchema.JSONRPCMessage message = message(call.body());
    if (message instanceof McpSchema.JSONRPCRequest request) {
      return answer(call, request);
    }
    if (message instanceof McpSchema.JSONRPCNotification) {
      return ACCEPTED; // without sessions there is nothing that a notification could change
    }
    throw notARequest();
  }

  private Reply answer(RouteCall call, McpSchema.JSONRPCRequest request) {
    McpTransportContext context = McpTransportContext.create(Map.of(CALL, call));
    Object params = Objects.requireNonNullElse(request.params(), Map.of());
    McpSchema.JSONRPCRequest complete =
        new McpSchema.JSONRPCRequest(request.method(), request.id(), params);
    return Reply.bytes("application/json", McpJson.bytes(respond(context, complete)));
  }

  /// The SDK throws [IllegalArgumentException] if it cannot read the parameters.
  private McpSchema.JSONRPCResponse respond(
      McpTransportContext context, McpSchema.JSONRPCRequest request) {
    try {
      return Objects.requireNonNull(
          Objects.requireNonNull(handler)
              .handleRequest(context, request)
              .contextWrite(known -> known.put(McpTransportContext.KEY, context))
              .block());
    } catch (IllegalArgumentException unreadable) {
      return McpSchema.JSONRPCResponse.error(request.id(), INVALID_PARAMS);
    }
  }

  private void checkVersion(RouteCall call) {
    call.header(HttpHeaders.PROTOCOL_VERSION)
        .filter(version -> !protocolVersions().contains(version))
        .ifPresent(
            _ -> {
              throw new HttpRefusal(
                  HttpCode.BAD_REQUEST,
                  HttpHeaders.PROTOCOL_VERSION + " must be one of " + protocolVersions());
            });
  }

  private static McpSchema.JSONRPCMessage message(Payload body) {
    try {
      return McpSchema.deserializeJsonRpcMessage(McpJson.MESSAGES, body.text());
    } catch (IOException | RuntimeException malformed) {
      throw notARequest();
    }
  }

  private static HttpRefusal notARequest() {
    return new HttpRefusal(
        HttpCode.BAD_REQUEST, "the body must be one JSON-RPC 2.0 request or notification");
  }
}
