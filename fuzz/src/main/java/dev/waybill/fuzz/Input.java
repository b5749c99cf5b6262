package dev.waybill.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Splits an input into parts at bytes 0xFF, which no UTF-8 text contains.
final class Input {

  private Input() {}

  /// Returns the requested number of parts; missing parts are empty.
  static List<byte[]> parts(byte[] input, int count) {
    List<byte[]> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < input.length && parts.size() < count - 1; i++) {
      if (input[i] == (byte) 0xFF) {
        parts.add(Arrays.copyOfRange(input, start, i));
        start = i + 1;
      }
    }
    parts.add(Arrays.copyOfRange(input, Math.min(start, input.length), input.length));
    while (parts.size() < count) {
      parts.add(new byte[0]);
    }
    return parts;
  }

  static String text(byte[] part) {
    return new String(part, StandardCharsets.UTF_8);
  }

  /// Names and values, one pair per line, at most 20 pairs.
  static Map<String, String> pairs(byte[] part, String separator) {
    Map<String, String> pairs = new LinkedHashMap<>();
    Arrays.stream(text(part).split("\n", 20))
        .map(line -> line.split(separator, 2))
        .filter(pair -> pair.length == 2)
        .forEach(pair -> pairs.put(pair[0].strip(), pair[1].strip()));
    return pairs;
  }

  /// Selects an element by the first byte of a part.
  static <T> T choice(byte[] part, List<T> from) {
    int first = part.length == 0 ? 0 : part[0] & 0xFF;
    return from.get(first % from.size());
  }
}
