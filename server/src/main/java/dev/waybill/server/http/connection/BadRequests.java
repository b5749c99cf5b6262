package dev.waybill.server.http.connection;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpErrors;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.telemetry.Calls;
import dev.waybill.wire.Problem;
import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/// Answers requests that do not reach a route, as problem documents: malformed requests, and
/// requests while the server closes.
public final class BadRequests implements Request.Handler {

  private final Exchanges exchanges;

  public BadRequests(Exchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Object status = request.getAttribute(ErrorHandler.ERROR_STATUS);
    int number = status instanceof Integer known ? known : 500;
    Reply.Document reply =
        exchanges.isDraining() && number >= 500
            ? closing()
            : HttpErrors.document(problem(number, detail(request)));
    response.setStatus(reply.status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.mediaType());
    reply.headers().forEach(response.getHeaders()::put);
    Content.Sink.write(response, true, reply.body().text(), callback);
    return true;
  }

  private static Reply.Document closing() {
    WaybillException closing = new WaybillException(Code.CLOSED, "the server is closing");
    return HttpErrors.reply(closing, Calls.newTraceId());
  }

  /// An encoded slash in a path is ambiguous, so names in a path cannot contain one.
  private static String detail(Request request) {
    String path = String.valueOf(request.getHttpURI().getPath()).toUpperCase(Locale.ROOT);
    return path.contains("%2F") || path.contains("%5C")
        ? "the path has an encoded slash (%2F or %5C): names in a path cannot contain slashes"
        : "the request could not be read as HTTP";
  }

  private static Problem problem(int status, String detail) {
    HttpCode code =
        switch (status) {
          case 408 -> HttpCode.REQUEST_TIMEOUT;
          case 414, 431 -> HttpCode.HEADERS_TOO_LARGE;
          case 500 -> HttpCode.INTERNAL;
          default -> HttpCode.BAD_REQUEST;
        };
    String traceId = Calls.newTraceId();
    return new Problem(status, code.wire(), detail, traceId, code.isRetryable(), List.of());
  }
}
