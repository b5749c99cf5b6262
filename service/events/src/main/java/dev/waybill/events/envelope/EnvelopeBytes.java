package dev.waybill.events.envelope;

import dev.waybill.bytes.Utf8;

/// Checks the bytes of envelopes: UTF-8 without NUL.
final class EnvelopeBytes {

  private EnvelopeBytes() {}

  /// Refuses other text. Returns whether it contains a Unicode escape: only an escape can still
  /// represent a NUL or a lone surrogate.
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

  /// Whether the text may contain an exponent of at least four digits. May return true for text
  /// that looks like one.
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
    Invalid.check(!marked, "", "starts with a byte order mark; send UTF-8 without it");
  }

  private static int lengthOfSequence(byte[] bytes, int at) {
    if (bytes[at] == 0) {
      throw Invalid.at("", "contains a NUL at byte " + at + "; send text without NUL, as UTF-8");
    }
    int length = Utf8.sequenceLength(bytes, at);
    if (length == 0) {
      throw Invalid.at("", "is not UTF-8 at byte " + at + "; send the text as UTF-8");
    }
    return length;
  }
}
