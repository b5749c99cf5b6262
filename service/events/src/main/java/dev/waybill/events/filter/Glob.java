package dev.waybill.events.filter;

import java.util.ArrayList;
import java.util.List;

/// A pattern in which `*` matches any characters, also none. `\*` is a star, `\\` a backslash.
/// `parts` is the text between the stars without escapes.
record Glob(String pattern, List<String> parts) {

  Glob {
    parts = List.copyOf(parts);
  }

  /// The pattern must be well-formed; see [#isWellFormed].
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

  /// Whether no two stars are adjacent and every backslash is followed by a star or a backslash.
  static boolean isWellFormed(String pattern) {
    return pattern.matches("(?s)\\*?(?:(?:[^*\\\\]|\\\\[*\\\\])++\\*?)*+");
  }

  /// Matches each part as early as possible, so the time is linear in the length of the text.
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
