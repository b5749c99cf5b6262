package dev.waybill.server.http;

import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Names of calls: those of the caller's trace, or new ones.
final class TraceIds {

  private static final Pattern TRACEPARENT =
      Pattern.compile("[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private TraceIds() {}

  /// @param traceparent the header of that name, W3C
  static String of(Optional<String> traceparent) {
    return traceparent
        .map(TRACEPARENT::matcher)
        .filter(Matcher::matches)
        .map(matched -> matched.group(1))
        .orElseGet(TraceIds::random);
  }

  static boolean isTraceparent(String text) {
    return TRACEPARENT.matcher(text).matches();
  }

  private static String random() {
    byte[] bytes = new byte[16];
    ThreadLocalRandom.current().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
