package dev.waybill.client;

import dev.waybill.Payload;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Encoding;
import dev.waybill.wire.json.JsonOut;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// One call of the server, as often as it may take.
///
/// @param path with the query, if there is one
/// @param repeat when it may be sent again
/// @param patience how long the server may wait before it answers
/// @param atMost how long the answer may take, where that is less than a connection allows
record HttpCall(
    String method,
    String path,
    Payload body,
    Map<String, String> headers,
    Repeat repeat,
    Duration patience,
    Duration atMost) {

  private static final Duration ANY = Duration.ofDays(1);

  /// When a call may be sent again.
  enum Repeat {
    /// Sending it twice does what sending it once does, or the store tells the second from the
    /// first.
    ALWAYS,
    /// Only where it is certain that nothing came of it.
    IF_REFUSED
  }

  static HttpCall get(String path) {
    return new HttpCall("GET", path, Payload.empty(), Map.of(), Repeat.ALWAYS, Duration.ZERO, ANY);
  }

  static HttpCall post(String path) {
    return new HttpCall("POST", path, Payload.empty(), Map.of(), Repeat.ALWAYS, Duration.ZERO, ANY);
  }

  static <T> HttpCall post(String path, Document<T> document, T value) {
    return with("POST", path, out -> document.fields(out, value));
  }

  /// A body that somebody else wrote.
  static HttpCall post(String path, Payload json) {
    return new HttpCall("POST", path, json, Map.of(), Repeat.ALWAYS, Duration.ZERO, ANY);
  }

  static <T> HttpCall put(String path, Document<T> document, T value) {
    return with("PUT", path, out -> document.fields(out, value));
  }

  static <T> HttpCall patch(String path, Document<T> document, T before, T after) {
    return with("PATCH", path, out -> document.change(out, before, after));
  }

  static HttpCall delete(String path) {
    return new HttpCall(
        "DELETE", path, Payload.empty(), Map.of(), Repeat.ALWAYS, Duration.ZERO, ANY);
  }

  private static HttpCall with(String method, String path, Consumer<JsonOut> fields) {
    return new HttpCall(method, path, json(fields), Map.of(), Repeat.ALWAYS, Duration.ZERO, ANY);
  }

  /// A key under which the server does this once, however often it is sent.
  HttpCall withKey(String key) {
    return withHeader("Idempotency-Key", key);
  }

  HttpCall withHeader(String name, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(name, value);
    return new HttpCall(method, path, body, more, repeat, patience, atMost);
  }

  HttpCall waiting(Duration longest) {
    return new HttpCall(method, path, body, headers, repeat, longest, atMost);
  }

  HttpCall atMost(Duration longest) {
    return new HttpCall(method, path, body, headers, repeat, patience, longest);
  }

  HttpCall onlyOnce() {
    return new HttpCall(method, path, body, headers, Repeat.IF_REFUSED, patience, atMost);
  }

  private static Payload json(Consumer<JsonOut> fields) {
    return Payload.wrap(JsonOut.write(Encoding.BASE64, fields));
  }
}
