package dev.waybill.runner;

/// Where a character of UTF-8 is cut.
final class Utf8 {

  private static final int LONGEST_BEGINNING = 3;

  private Utf8() {}

  /// How many bytes at the end are the beginning of a character whose rest is still to come.
  static int unfinished(byte[] bytes, int length) {
    int farthest = Math.min(LONGEST_BEGINNING, length);
    for (int back = 1; back <= farthest; back++) {
      int value = Byte.toUnsignedInt(bytes[length - back]);
      if (value < 0x80) {
        return 0;
      }
      if (value >= 0xC0) {
        return back < bytesOf(value) ? back : 0;
      }
    }
    return 0;
  }

  /// How many bytes a character has that begins like this; 0 where none does.
  private static int bytesOf(int first) {
    if (first >= 0xC2 && first <= 0xDF) {
      return 2;
    }
    if (first >= 0xE0 && first <= 0xEF) {
      return 3;
    }
    return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
  }
}
