package dev.waybill.server.http.api;

import java.util.Locale;

/// Error codes that only HTTP has.
public enum HttpCode {
  BAD_REQUEST(400),
  UNAUTHENTICATED(401),
  FORBIDDEN(403),
  /// A change with the cookie of a session, but without its token.
  CSRF(403),
  NO_SUCH_ROUTE(404),
  METHOD_NOT_ALLOWED(405),
  NOT_ACCEPTABLE(406),
  REQUEST_TIMEOUT(408),
  /// Another call with the same idempotency key is in progress.
  REQUEST_IN_PROGRESS(409),
  /// An upload without `Content-Length`.
  LENGTH_REQUIRED(411),
  UNSUPPORTED_MEDIA_TYPE(415),
  /// `Range` requests bytes that do not exist.
  RANGE_NOT_SATISFIABLE(416),
  /// The server does not accept the host name in `Host`.
  MISDIRECTED_REQUEST(421),
  /// The tenant has reached its limit of long polls.
  TOO_MANY_WAITING(429),
  /// The server or the tenant has reached its limit of operations.
  TOO_MANY_OPERATIONS(429),
  /// The address or the caller has exceeded its rate limit.
  TOO_MANY_REQUESTS(429),
  HEADERS_TOO_LARGE(431),
  INTERNAL(500),
  /// The bodies of other calls use all memory for bodies.
  TOO_MANY_BYTES(503),
  /// The server or the tenant has reached its limit of streams.
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
          CSRF,
          NO_SUCH_ROUTE,
          METHOD_NOT_ALLOWED,
          NOT_ACCEPTABLE,
          LENGTH_REQUIRED,
          UNSUPPORTED_MEDIA_TYPE,
          RANGE_NOT_SATISFIABLE,
          MISDIRECTED_REQUEST,
          HEADERS_TOO_LARGE,
          INTERNAL ->
          false;
    };
  }
}
