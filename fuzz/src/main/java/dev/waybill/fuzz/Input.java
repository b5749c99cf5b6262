package dev.waybill.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Cuts an input into parts at bytes 0xFF, which no UTF-8 text contains.
final class Input {

  private Input() {}

  /// As many parts as asked for; those that the input lacks are empty.
  static List<byte[]> parts(byte[] input, int count) {
    List<byte[]> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < input.length && parts.size() < count - 1; i++) {
      if (input[i] == (byte) 0xFF) {
        parts.add(java.util.Arrays.copyOfRange(input, start, i));
        start = i + 1;
      }
    }
    parts.add(java.util.Arrays.copyOfRange(input, Math.min(start, input.length), input.length));
    while (parts.size() < count) {
      parts.add(new byte[0]);
    }
    return parts;
  }

  static String text(byte[] part) {
    return new String(part, StandardCharsets.UTF_8);
  }

  /// Chooses by the first byte of a part.
  static <T> T choice(byte[] part, List<T> from) {
    int first = part.length == 0 ? 0 : part[0] & 0xFF;
    return from.get(first % from.size());
  }
}
