package dev.waybill.events.envelope;

/// Tells UTF-8 that may be stored from other bytes: no overlong form, no surrogate, nothing beyond
/// U+10FFFF, no NUL.
final class Utf8 {

  private Utf8() {}

  /// Refuses what is not such text, and answers whether a Unicode escape stands in it: only behind
  /// one of those a NUL or a lone surrogate can hide.
  static boolean hasEscapes(byte[] bytes) {
    boolean escapes = false;
    int at = 0;
    while (at < bytes.length) {
      byte here = bytes[at];
      if (here > 0) {
        escapes |= here == 'u' && at > 0 && bytes[at - 1] == '\\';
        at++;
      } else {
        at += lengthOfSequence(bytes, at);
      }
    }
    return escapes;
  }

  /// Whether an exponent of at least four digits may stand in it: what looks like one does.
  static boolean mayHaveLargeExponent(byte[] json) {
    for (int at = 1; at < json.length - 4; at++) {
      if ((json[at] | 32) == 'e' && isDigit(json[at - 1])) {
        int first = json[at + 1] == '-' || json[at + 1] == '+' ? at + 2 : at + 1;
        if (first + 3 < json.length && isDigit(json[first]) && isDigit(json[first + 3])) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  static void refuseByteOrderMark(byte[] bytes) {
    boolean marked =
        bytes.length >= 3
            && bytes[0] == (byte) 0xEF
            && bytes[1] == (byte) 0xBB
            && bytes[2] == (byte) 0xBF;
    Invalid.check(!marked, "", "begins with a byte order mark; send UTF-8 without one");
  }

  private static int lengthOfSequence(byte[] bytes, int at) {
    if (bytes[at] == 0) {
      throw Invalid.at("", "has a NUL at byte " + at + "; send text without NUL, as UTF-8");
    }
    int lead = bytes[at] & 0xFF;
    int length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    boolean valid = length > 0 && at + length <= bytes.length && isAllowed(lead, bytes[at + 1]);
    for (int i = at + 1; valid && i < at + length; i++) {
      valid = (bytes[i] & 0xC0) == 0x80;
    }
    if (!valid) {
      throw Invalid.at("", "is not UTF-8 at byte " + at + "; send the text as UTF-8");
    }
    return length;
  }

  /// The second byte decides where the first alone cannot.
  private static boolean isAllowed(int lead, byte next) {
    int second = next & 0xFF;
    return switch (lead) {
      case 0xE0 -> second >= 0xA0;
      case 0xED -> second < 0xA0;
      case 0xF0 -> second >= 0x90;
      case 0xF4 -> second < 0x90;
      default -> true;
    };
  }
}
