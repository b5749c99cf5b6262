package dev.waybill.server.http;

import dev.waybill.server.telemetry.Calls;
import dev.waybill.wire.Problem;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/// Answers what is not HTTP enough to reach a route, in the same form as everything else.
final class BadRequests implements Request.Handler {

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Object status = request.getAttribute(ErrorHandler.ERROR_STATUS);
    Problem problem = problem(status instanceof Integer number ? number : 500);
    Reply.Document reply = HttpErrors.document(problem);
    response.setStatus(reply.status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.mediaType());
    Content.Sink.write(response, true, reply.body().text(), callback);
    return true;
  }

  private static Problem problem(int status) {
    HttpCode code =
        switch (status) {
          case 408 -> HttpCode.REQUEST_TIMEOUT;
          case 414, 431 -> HttpCode.HEADERS_TOO_LARGE;
          case 500 -> HttpCode.INTERNAL;
          default -> HttpCode.BAD_REQUEST;
        };
    String traceId = Calls.newTraceId();
    String detail = "the request could not be read as HTTP";
    return new Problem(status, code.wire(), detail, traceId, code.isRetryable(), List.of());
  }
}
