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
record Call(
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

  static Call get(String path) {
    return new Call("GET", path, Payload.empty(), Map.of(), Repeat.ALWAYS, Duration.ZERO, ANY);
  }

  static Call post(String path) {
    return new Call("POST", path, Payload.empty(), Map.of(), Repeat.ALWAYS, Duration.ZERO, ANY);
  }

  static <T> Call post(String path, Document<T> document, T value) {
    return with("POST", path, out -> document.fields(out, value));
  }

  /// A body that somebody else wrote.
  static Call post(String path, Payload json) {
    return new Call("POST", path, json, Map.of(), Repeat.ALWAYS, Duration.ZERO, ANY);
  }

  static <T> Call put(String path, Document<T> document, T value) {
    return with("PUT", path, out -> document.fields(out, value));
  }

  static <T> Call patch(String path, Document<T> document, T before, T after) {
    return with("PATCH", path, out -> document.change(out, before, after));
  }

  static Call delete(String path) {
    return new Call("DELETE", path, Payload.empty(), Map.of(), Repeat.ALWAYS, Duration.ZERO, ANY);
  }

  private static Call with(String method, String path, Consumer<JsonOut> fields) {
    return new Call(method, path, json(fields), Map.of(), Repeat.ALWAYS, Duration.ZERO, ANY);
  }

  /// A key under which the server does this once, however often it is sent.
  Call withKey(String key) {
    return withHeader("Idempotency-Key", key);
  }

  Call withHeader(String name, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(name, value);
    return new Call(method, path, body, more, repeat, patience, atMost);
  }

  Call waiting(Duration longest) {
    return new Call(method, path, body, headers, repeat, longest, atMost);
  }

  Call atMost(Duration longest) {
    return new Call(method, path, body, headers, repeat, patience, longest);
  }

  Call onlyOnce() {
    return new Call(method, path, body, headers, Repeat.IF_REFUSED, patience, atMost);
  }

  private static Payload json(Consumer<JsonOut> fields) {
    return Payload.wrap(JsonOut.write(Encoding.BASE64, fields));
  }
}
