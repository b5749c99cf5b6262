package dev.waybill.events.format;

import org.jspecify.annotations.Nullable;

/// Decodes labels of RFC 3492.
final class Punycode {

  private static final int BASE = 36;
  private static final int FIRST_THRESHOLD = 1;
  private static final int LAST_THRESHOLD = 26;

  private Punycode() {}

  /// The label in Unicode, or null if it cannot be decoded.
  static @Nullable String decode(String encoded) {
    int dash = encoded.lastIndexOf('-');
    StringBuilder decoded = new StringBuilder(dash < 0 ? "" : encoded.substring(0, dash));
    int codePoint = 128;
    long at = 0;
    int bias = 72;
    int read = dash + 1;
    int count = decoded.length();
    while (read < encoded.length()) {
      long before = at;
      long weight = 1;
      for (int k = BASE; ; k += BASE) {
        int digit = read < encoded.length() ? digit(encoded.charAt(read++)) : -1;
        at += digit * weight;
        if (digit < 0 || at > Integer.MAX_VALUE) {
          return null;
        }
        int threshold = Math.clamp(k - bias, FIRST_THRESHOLD, LAST_THRESHOLD);
        if (digit < threshold) {
          break;
        }
        weight *= BASE - threshold;
      }
      count++;
      bias = adapt(at - before, count, before == 0);
      codePoint += (int) (at / count);
      at %= count;
      if (!Character.isValidCodePoint(codePoint) || codePoint < 128) {
        return null;
      }
      decoded.insert(decoded.offsetByCodePoints(0, (int) at), Character.toString(codePoint));
      at++;
    }
    return decoded.toString();
  }

  private static int digit(char c) {
    if (c >= '0' && c <= '9') {
      return c - '0' + 26;
    }
    int letter = (c | 32) - 'a';
    return letter >= 0 && letter < 26 && c < 128 ? letter : -1;
  }

  private static int adapt(long difference, int count, boolean first) {
    long delta = first ? difference / 700 : difference / 2;
    delta += delta / count;
    int k = 0;
    while (delta > (BASE - FIRST_THRESHOLD) * LAST_THRESHOLD / 2) {
      delta /= BASE - FIRST_THRESHOLD;
      k += BASE;
    }
    return (int) (k + (BASE - FIRST_THRESHOLD + 1) * delta / (delta + 38));
  }
}
