package dev.waybill.events.envelope;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The W3C trace context of an event. A malformed one is ignored, as the standard requires.
final class TraceparentField {

  static final String NAME = "traceparent";

  private static final int LENGTH = 55;

  private TraceparentField() {}

  static @Nullable String in(Map<String, String> headers) {
    for (Map.Entry<String, String> header : headers.entrySet()) {
      if (header.getKey().equalsIgnoreCase(NAME)) {
        return valid(header.getValue());
      }
    }
    return null;
  }

  static @Nullable String valid(@Nullable String value) {
    if (value == null || value.length() != LENGTH) {
      return null;
    }
    for (int i = 0; i < LENGTH; i++) {
      boolean dash = i == 2 || i == 35 || i == 52;
      char c = value.charAt(i);
      boolean hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
      if (dash ? c != '-' : !hex) {
        return null;
      }
    }
    return value;
  }
}
