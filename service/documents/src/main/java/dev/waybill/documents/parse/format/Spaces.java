package dev.waybill.documents.parse.format;

/// White space in text.
final class Spaces {

  private Spaces() {}

  /// The words with one space in between.
  static String collapsed(String text) {
    StringBuilder collapsed = new StringBuilder(text.length());
    boolean pending = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isSpace(c)) {
        pending = !collapsed.isEmpty();
      } else {
        if (pending) {
          collapsed.append(' ');
          pending = false;
        }
        collapsed.append(c);
      }
    }
    return collapsed.toString();
  }

  /// Also spaces that do not break lines, and control characters.
  private static boolean isSpace(char c) {
    return c <= ' ' || c == '\u007F' || Character.isWhitespace(c) || Character.isSpaceChar(c);
  }
}
