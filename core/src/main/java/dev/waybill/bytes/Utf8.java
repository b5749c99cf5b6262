package dev.waybill.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Validates UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
public final class Utf8 {

  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;
  private static final int LONGEST_BEGINNING = 3;

  private Utf8() {}

  public static boolean isValid(byte[] bytes) {
    int at = 0;
    while (at < bytes.length) {
      if (isAscii(bytes, at)) {
        at += Long.BYTES;
        continue;
      }
      int length = sequenceLength(bytes, at);
      if (length == 0) {
        return false;
      }
      at += length;
    }
    return true;
  }

  /// The text of these bytes; empty if they are not UTF-8.
  public static Optional<String> decode(byte[] bytes) {
    return isValid(bytes)
        ? Optional.of(new String(bytes, StandardCharsets.UTF_8))
        : Optional.empty();
  }

  /// The length of the valid character at this index, or 0.
  public static int sequenceLength(byte[] bytes, int at) {
    int lead = bytes[at] & 0xFF;
    int length = lengthOf(lead);
    if (length < 2 || at + length > bytes.length) {
      return length == 1 ? 1 : 0;
    }
    for (int i = at + 1; i < at + length; i++) {
      if ((bytes[i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return isAllowed(lead, bytes[at + 1] & 0xFF) ? length : 0;
  }

  /// The number of bytes before `end` that begin a character which continues after it.
  public static int unfinished(byte[] bytes, int end) {
    int farthest = Math.min(LONGEST_BEGINNING, end);
    for (int back = 1; back <= farthest; back++) {
      int lead = bytes[end - back] & 0xFF;
      if (lead < 0x80) {
        return 0;
      }
      if (lead >= 0xC0) {
        return back < lengthOf(lead) ? back : 0;
      }
    }
    return 0;
  }

  /// Whether the next eight bytes exist and are ASCII.
  private static boolean isAscii(byte[] bytes, int at) {
    return at <= bytes.length - Long.BYTES && ((long) EIGHT.get(bytes, at) & NOT_ASCII) == 0;
  }

  /// The length of a character that begins with this byte, or 0 if none does.
  private static int lengthOf(int lead) {
    if (lead < 0x80) {
      return 1;
    }
    return lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  }

  /// Checks the second byte, whose range depends on the first.
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
