package dev.waybill.server.http.routes;

import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.RouteCall;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// The idempotency keys of active calls. The store remembers finished calls, as request IDs of
/// jobs; this only keeps two calls from running at the same time.
final class InProgress {

  private static final int LONGEST_KEY = 256;

  private record Key(String tenant, String text) {}

  private final Set<Key> open = ConcurrentHashMap.newKeySet();

  /// The key of a call: the header `Idempotency-Key`, with or without quotes.
  static Optional<String> keyOf(RouteCall call) {
    return call.header("Idempotency-Key").map(InProgress::unquoted);
  }

  private static String unquoted(String header) {
    String text = header.strip();
    boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
    String key = quoted ? text.substring(1, text.length() - 1) : text;
    if (key.isBlank() || key.length() > LONGEST_KEY) {
      throw new HttpRefusal(
          HttpCode.BAD_REQUEST, "Idempotency-Key must have 1 to " + LONGEST_KEY + " characters");
    }
    return key;
  }

  /// Runs the call unless one with the same key is active.
  Reply during(RouteCall call, Optional<String> text, Supplier<Reply> work) {
    if (text.isEmpty()) {
      return work.get();
    }
    Key key = new Key(call.caller().tenant(), text.get());
    if (!open.add(key)) {
      throw new HttpRefusal(
          HttpCode.REQUEST_IN_PROGRESS,
          "a call with this Idempotency-Key is in progress; retry later",
          Map.of("Retry-After", "1"));
    }
    try {
      return work.get();
    } finally {
      open.remove(key);
    }
  }
}
