package dev.waybill.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Tells UTF-8 from other bytes: no overlong forms, no surrogates, nothing beyond U+10FFFF.
final class Utf8 {

  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

  private Utf8() {}

  static boolean isValid(byte[] bytes) {
    int at = 0;
    while (at < bytes.length) {
      if (isAscii(bytes, at)) {
        at += Long.BYTES;
        continue;
      }
      int length = bytes[at] >= 0 ? 1 : sequenceLength(bytes, at);
      if (length == 0) {
        return false;
      }
      at += length;
    }
    return true;
  }

  /// Whether the next eight bytes are there and are all characters of their own.
  private static boolean isAscii(byte[] bytes, int at) {
    return at <= bytes.length - Long.BYTES && ((long) EIGHT.get(bytes, at) & NOT_ASCII) == 0;
  }

  /// The length of the well-formed sequence that begins here, or 0.
  private static int sequenceLength(byte[] bytes, int at) {
    int lead = bytes[at] & 0xFF;
    int length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length == 0 || at + length > bytes.length) {
      return 0;
    }
    for (int i = at + 1; i < at + length; i++) {
      if ((bytes[i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return isAllowed(lead, bytes[at + 1] & 0xFF) ? length : 0;
  }

  /// The second byte decides where the first alone cannot.
  private static boolean isAllowed(int lead, int second) {
    return switch (lead) {
      case 0xE0 -> second >= 0xA0;
      case 0xED -> second < 0xA0;
      case 0xF0 -> second >= 0x90;
      case 0xF4 -> second < 0x90;
      default -> true;
    };
  }
}
