package dev.waybill.client.call;

import dev.waybill.Payload;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Encoding;
import dev.waybill.wire.json.JsonOut;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// One call, which may be sent several times.
///
/// @param path the path with the query
/// @param repeat when the call may be sent again
/// @param patience how long the server may wait before it answers
/// @param atMost the maximum time for the answer, if that is less than the timeout of the
///     connection
public record HttpCall(
    String method,
    String path,
    Payload body,
    Map<String, String> headers,
    Repeat repeat,
    Duration patience,
    Duration atMost) {

  private static final Duration ANY = Duration.ofDays(1);

  /// The minimum rate at which a body must be sent.
  private static final int BYTES_PER_MILLI = 16;

  /// When a call may be sent again.
  public enum Repeat {
    /// The call is idempotent, or the server recognizes the repetition.
    ALWAYS,
    /// Only if the call certainly had no effect.
    IF_REFUSED
  }

  public static HttpCall get(String path) {
    return new HttpCall("GET", path, Payload.empty(), Map.of(), Repeat.ALWAYS, Duration.ZERO, ANY);
  }

  public static HttpCall post(String path) {
    return new HttpCall("POST", path, Payload.empty(), Map.of(), Repeat.ALWAYS, Duration.ZERO, ANY);
  }

  public static <T> HttpCall post(String path, Document<T> document, T value) {
    return with("POST", path, out -> document.fields(out, value));
  }

  /// A call with a JSON body that is already encoded.
  public static HttpCall post(String path, Payload json) {
    return new HttpCall("POST", path, json, Map.of(), Repeat.ALWAYS, Duration.ZERO, ANY);
  }

  /// Bytes that are streamed, unless they are in memory.
  public static HttpCall upload(String path, Payload bytes) {
    return post(path, bytes).withHeader("Content-Type", "application/octet-stream");
  }

  public static <T> HttpCall put(String path, Document<T> document, T value) {
    return with("PUT", path, out -> document.fields(out, value));
  }

  public static <T> HttpCall patch(String path, Document<T> document, T before, T after) {
    return with("PATCH", path, out -> document.change(out, before, after));
  }

  public static HttpCall delete(String path) {
    return new HttpCall(
        "DELETE", path, Payload.empty(), Map.of(), Repeat.ALWAYS, Duration.ZERO, ANY);
  }

  private static HttpCall with(String method, String path, Consumer<JsonOut> fields) {
    return new HttpCall(method, path, json(fields), Map.of(), Repeat.ALWAYS, Duration.ZERO, ANY);
  }

  /// Adds an idempotency key, so that the server applies the call once.
  public HttpCall withKey(String key) {
    return withHeader("Idempotency-Key", key);
  }

  public HttpCall withHeader(String name, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(name, value);
    return new HttpCall(method, path, body, more, repeat, patience, atMost);
  }

  public HttpCall waiting(Duration longest) {
    return new HttpCall(method, path, body, headers, repeat, longest, atMost);
  }

  public HttpCall atMost(Duration longest) {
    return new HttpCall(method, path, body, headers, repeat, patience, longest);
  }

  public HttpCall onlyOnce() {
    return new HttpCall(method, path, body, headers, Repeat.IF_REFUSED, patience, atMost);
  }

  /// The timeout for sending the call and for its answer.
  public Duration timeout(Duration callTime) {
    Duration shorter = atMost.compareTo(callTime) < 0 ? atMost : callTime;
    return shorter.plus(patience).plusMillis(body.size() / BYTES_PER_MILLI);
  }

  private static Payload json(Consumer<JsonOut> fields) {
    return Payload.wrap(JsonOut.write(Encoding.BASE64, fields));
  }
}
