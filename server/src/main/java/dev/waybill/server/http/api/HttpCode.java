package dev.waybill.server.http.api;

import java.util.Locale;

/// Reasons to refuse that only HTTP has.
public enum HttpCode {
  BAD_REQUEST(400),
  UNAUTHENTICATED(401),
  FORBIDDEN(403),
  NO_SUCH_ROUTE(404),
  METHOD_NOT_ALLOWED(405),
  NOT_ACCEPTABLE(406),
  REQUEST_TIMEOUT(408),
  /// The same key is being worked on by another call.
  REQUEST_IN_PROGRESS(409),
  UNSUPPORTED_MEDIA_TYPE(415),
  /// `Range` asks for bytes that are not there.
  RANGE_NOT_SATISFIABLE(416),
  /// The server does not answer to the name in `Host`.
  MISDIRECTED_REQUEST(421),
  /// As many calls of this tenant wait as may.
  TOO_MANY_WAITING(429),
  /// As many operations run as may.
  TOO_MANY_OPERATIONS(429),
  /// More calls from one address or one caller than there may be.
  TOO_MANY_REQUESTS(429),
  HEADERS_TOO_LARGE(431),
  INTERNAL(500),
  /// The bodies of other calls take all the memory there is for them.
  TOO_MANY_BYTES(503),
  /// As many streams are open as may be.
  TOO_MANY_STREAMS(503),
  /// The issuer of tokens does not answer.
  ISSUER_UNAVAILABLE(503);

  private final int status;

  HttpCode(int status) {
    this.status = status;
  }

  int status() {
    return status;
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public boolean isRetryable() {
    return switch (this) {
      case REQUEST_TIMEOUT,
          REQUEST_IN_PROGRESS,
          TOO_MANY_WAITING,
          TOO_MANY_OPERATIONS,
          TOO_MANY_REQUESTS,
          TOO_MANY_BYTES,
          TOO_MANY_STREAMS,
          ISSUER_UNAVAILABLE ->
          true;
      case BAD_REQUEST,
          UNAUTHENTICATED,
          FORBIDDEN,
          NO_SUCH_ROUTE,
          METHOD_NOT_ALLOWED,
          NOT_ACCEPTABLE,
          UNSUPPORTED_MEDIA_TYPE,
          RANGE_NOT_SATISFIABLE,
          MISDIRECTED_REQUEST,
          HEADERS_TOO_LARGE,
          INTERNAL ->
          false;
    };
  }
}
