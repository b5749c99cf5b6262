package dev.waybill.server.http;

import java.util.regex.Pattern;

/// What callers say about their trace.
final class TraceIds {

  private static final Pattern TRACEPARENT =
      Pattern.compile("[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private TraceIds() {}

  static boolean isTraceparent(String text) {
    return TRACEPARENT.matcher(text).matches();
  }
}
