package dev.waybill.server.http;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import java.io.IOException;
import java.io.InputStream;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/// Reads bodies: no longer than they may be, and in the time they have.
final class Bodies {

  private final HttpLimits limits;

  Bodies(HttpLimits limits) {
    this.limits = limits;
  }

  Payload read(Exchange exchange) {
    Request request = exchange.request();
    long declared = request.getLength();
    if (declared > limits.bodyBytes()) {
      throw tooLarge(exchange);
    }
    checkMediaType(exchange);
    exchange.clientHas(limits.bodyTime());
    try {
      InputStream in = Content.Source.asInputStream(request);
      byte[] body = in.readNBytes(declared >= 0 ? (int) declared : limits.bodyBytes() + 1);
      if (body.length > limits.bodyBytes()) {
        throw tooLarge(exchange);
      }
      return Payload.wrap(body);
    } catch (IOException broken) {
      exchange.markLast();
      throw new HttpRefusal(HttpCode.REQUEST_TIMEOUT, "the body did not arrive");
    } finally {
      exchange.clientWaits();
    }
  }

  /// A web page of somebody else can send forms and plain text here, but not JSON.
  private static void checkMediaType(Exchange exchange) {
    String type = exchange.header("Content-Type").orElse("");
    boolean isJson = type.startsWith("application/json");
    boolean isNone = type.isEmpty() && exchange.request().getLength() <= 0;
    if (!isJson && !isNone) {
      throw new HttpRefusal(
          HttpCode.UNSUPPORTED_MEDIA_TYPE,
          "a body must be application/json (curl: --json, or -H 'Content-Type: application/json')");
    }
  }

  private WaybillException tooLarge(Exchange exchange) {
    exchange.markLast();
    return new WaybillException(
        Code.PAYLOAD_TOO_LARGE, "a body has at most " + limits.bodyBytes() + " bytes");
  }
}
