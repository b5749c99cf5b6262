package dev.waybill.events.filter;

import java.util.ArrayList;
import java.util.List;

/// A pattern in which `*` stands for any characters, also none. `\*` is a star, `\\` a backslash.
/// `parts` is the text between the stars, with the escapes taken away.
record Glob(String pattern, List<String> parts) {

  Glob {
    parts = List.copyOf(parts);
  }

  /// The pattern must not end within an escape; see [#isWellFormed].
  static Glob of(String pattern) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '*') {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c == '\\' ? pattern.charAt(++i) : c);
      }
    }
    parts.add(part.toString());
    return new Glob(pattern, parts);
  }

  /// Whether stars stand alone and backslashes stand before a star or a backslash.
  static boolean isWellFormed(String pattern) {
    return pattern.matches("(?s)\\*?(?:(?:[^*\\\\]|\\\\[*\\\\])++\\*?)*+");
  }

  /// Each part is taken as early as it can be, so the time grows with the text and not with the
  /// ways to cut it.
  boolean matches(String text) {
    String first = parts.getFirst();
    String last = parts.getLast();
    if (parts.size() == 1) {
      return text.equals(first);
    }
    int at = first.length();
    int end = text.length() - last.length();
    if (!text.startsWith(first) || !text.endsWith(last)) {
      return false;
    }
    for (String part : parts.subList(1, parts.size() - 1)) {
      int found = text.indexOf(part, at);
      if (found < 0) {
        return false;
      }
      at = found + part.length();
    }
    return at <= end;
  }
}
