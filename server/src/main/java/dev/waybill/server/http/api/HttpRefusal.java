package dev.waybill.server.http.api;

import java.util.Map;

/// Ends a call with an error code that only HTTP has.
public final class HttpRefusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final HttpCode code;
  private final transient Map<String, String> headers;

  public HttpRefusal(HttpCode code, String detail) {
    this(code, detail, Map.of());
  }

  public HttpRefusal(HttpCode code, String detail, Map<String, String> headers) {
    super(detail, null, false, false);
    this.code = code;
    this.headers = headers;
  }

  public HttpCode code() {
    return code;
  }

  Map<String, String> headers() {
    return headers;
  }
}
