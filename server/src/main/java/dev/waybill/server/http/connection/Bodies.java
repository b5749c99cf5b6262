package dev.waybill.server.http.connection;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.routes.FormFiles;
import dev.waybill.server.http.stream.EventBody;
import dev.waybill.wire.job.WorkBytes;
import dev.waybill.wire.message.SuppressionFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/// Reads bodies within limits of size and time.
final class Bodies {

  /// Most bodies are this small, and their total is negligible.
  private static final int SMALL = 64 * 1024;

  /// The limit for bodies whose size must not become a burden: webhooks come without a credential,
  /// and messages of JSON-RPC are read into a tree.
  private static final int SHORT_BODY = 1024 * 1024;

  /// The files of an upload, which has a limit of its own, and what a form adds to them.
  private static final int FORM_BYTES = (1 << 30) + (1 << 20);

  private static final String JSON = "application/json";

  private static final Pattern CHARSET =
      Pattern.compile(";\\s*charset\\s*=\\s*\"?([^\";\\s]*)", Pattern.CASE_INSENSITIVE);

  private final HttpLimits limits;
  private final AtomicLong room;
  private final AtomicLong uploads;

  Bodies(HttpLimits limits) {
    this.limits = limits;
    this.room = new AtomicLong(limits.allBodyBytes());
    this.uploads = new AtomicLong(limits.allUploadBytes());
  }

  Payload read(Exchange exchange, Route route) {
    long declared = exchange.request().getLength();
    int most = most(exchange, route);
    if (declared > most) {
      throw tooLarge(exchange, most);
    }
    checkEncoding(exchange);
    checkMediaType(exchange, route);
    exchange.clientHas(limits.bodyTime());
    return switch (route.body()) {
      case BYTES -> streamed(exchange);
      case FORM -> isJson(exchange) ? whole(exchange, declared, most) : streamed(exchange);
      case JSON, EVENTS, WORK, DOCUMENT, RPC, LINES, WEBHOOK -> whole(exchange, declared, most);
    };
  }

  /// The body as it arrives, for a route that reads it once.
  private Payload streamed(Exchange exchange) {
    long length = exchange.request().getLength();
    if (length < 0) {
      throw new HttpRefusal(HttpCode.LENGTH_REQUIRED, "an upload must have a Content-Length");
    }
    reserve(exchange, uploads, length);
    InputStream body = new ArrivingBody(exchange, length);
    return Payload.streamed(length, (_, _) -> body);
  }

  private static boolean isJson(Exchange exchange) {
    return exchange.header("Content-Type").orElse("").startsWith(JSON);
  }

  private int most(Exchange exchange, Route route) {
    return switch (route.body()) {
      case WEBHOOK, RPC -> Math.min(SHORT_BODY, limits.bodyBytes());
      case FORM -> isJson(exchange) ? Math.min(SHORT_BODY, limits.bodyBytes()) : FORM_BYTES;
      case JSON, EVENTS, WORK, DOCUMENT, BYTES, LINES -> limits.bodyBytes();
    };
  }

  private Payload whole(Exchange exchange, long declared, int most) {
    Request request = exchange.request();
    try {
      byte[] body =
          declared >= 0
              ? readKnown((int) declared, exchange)
              : readUnknown(Content.Source.asInputStream(request), most, exchange);
      if (body.length > most) {
        throw tooLarge(exchange, most);
      }
      exchange.markBodyRead();
      return Payload.wrap(body);
    } catch (IOException broken) {
      throw incomplete(exchange);
    } finally {
      exchange.clientWaits();
    }
  }

  static HttpRefusal incomplete(Exchange exchange) {
    exchange.markLast();
    return new HttpRefusal(HttpCode.REQUEST_TIMEOUT, "the body did not arrive");
  }

  private byte[] readKnown(int length, Exchange exchange) throws IOException {
    reserve(exchange, room, length);
    return new ArrivingBody(exchange, length).readNBytes(length);
  }

  /// Reads one byte more than allowed, to detect a body that is too long.
  private byte[] readUnknown(InputStream in, int most, Exchange exchange) throws IOException {
    byte[] start = in.readNBytes(Math.min(SMALL, most) + 1);
    if (start.length <= Math.min(SMALL, most)) {
      return start;
    }
    reserve(exchange, room, most);
    byte[] rest = in.readNBytes(Math.max(0, most + 1 - start.length));
    byte[] whole = Arrays.copyOf(start, start.length + rest.length);
    System.arraycopy(rest, 0, whole, start.length, rest.length);
    return whole;
  }

  private static void reserve(Exchange exchange, AtomicLong budget, long bytes) {
    if (bytes <= SMALL) {
      return;
    }
    if (budget.addAndGet(-bytes) < 0) {
      budget.addAndGet(bytes);
      exchange.markLast();
      throw new HttpRefusal(
          HttpCode.TOO_MANY_BYTES,
          "the bodies of other calls use all room for bodies; retry later",
          Map.of("Retry-After", "1"));
    }
    exchange.whenAnswered(() -> budget.addAndGet(bytes));
  }

  /// A page of another site can send forms and plain text here, but not JSON.
  private static void checkMediaType(Exchange exchange, Route route) {
    String type = exchange.header("Content-Type").orElse("");
    boolean isNone = type.isEmpty() && exchange.request().getLength() <= 0;
    if (!isKnown(exchange, route, type) && !isNone) {
      String expected = expected(route.body());
      throw new HttpRefusal(
          HttpCode.UNSUPPORTED_MEDIA_TYPE,
          "a body must be %s (curl: -H 'Content-Type: %s')".formatted(expected, expected));
    }
  }

  private static String expected(Route.Body body) {
    return switch (body) {
      case BYTES -> Route.BYTES;
      case FORM -> FormFiles.MEDIA_TYPE;
      case LINES -> SuppressionFile.NDJSON;
      case Route.Body _ -> JSON;
    };
  }

  private static boolean isKnown(Exchange exchange, Route route, String type) {
    return switch (route.body()) {
      case BYTES -> type.equals(Route.BYTES);
      case WEBHOOK -> true;
      case FORM -> type.startsWith(FormFiles.MEDIA_TYPE) || type.startsWith(JSON);
      case LINES -> type.startsWith(SuppressionFile.NDJSON) || type.startsWith(SuppressionFile.CSV);
      case EVENTS -> type.startsWith(JSON) || EventBody.isKnown(exchange, type);
      case WORK -> type.startsWith(JSON) || type.equals(WorkBytes.MEDIA_TYPE);
      case JSON, DOCUMENT, RPC ->
          type.startsWith(JSON)
              || (route.method().equals("PATCH")
                  && type.startsWith("application/merge-patch+json"));
    };
  }

  private static void checkEncoding(Exchange exchange) {
    String coding = exchange.header("Content-Encoding").orElse("identity").strip();
    if (!coding.equalsIgnoreCase("identity")) {
      throw new HttpRefusal(
          HttpCode.UNSUPPORTED_MEDIA_TYPE,
          "compressed bodies are not supported: send the body without Content-Encoding");
    }
    String type = exchange.header("Content-Type").orElse("");
    Matcher charset = CHARSET.matcher(type);
    if (type.contains("json") && charset.find() && !charset.group(1).equalsIgnoreCase("utf-8")) {
      throw new HttpRefusal(
          HttpCode.UNSUPPORTED_MEDIA_TYPE, "JSON must be UTF-8: send charset=utf-8 or no charset");
    }
  }

  private static WaybillException tooLarge(Exchange exchange, int most) {
    exchange.markLast();
    return new WaybillException(
        Code.PAYLOAD_TOO_LARGE, "a body may have at most " + most + " bytes");
  }
}
