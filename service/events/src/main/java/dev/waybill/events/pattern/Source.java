package dev.waybill.events.pattern;

/// The text of a pattern and the current position in it.
final class Source {

  private final String text;
  private int at;

  Source(String text) {
    this.text = text;
  }

  boolean hasMore() {
    return at < text.length();
  }

  boolean isAt(char wanted) {
    return hasMore() && text.charAt(at) == wanted;
  }

  boolean isDigit() {
    return hasMore() && Classes.DIGIT.test(text.charAt(at));
  }

  boolean take(char wanted) {
    boolean found = isAt(wanted);
    at += found ? 1 : 0;
    return found;
  }

  int peek() {
    return hasMore() ? text.codePointAt(at) : -1;
  }

  int next() throws PatternRefused {
    if (!hasMore()) {
      throw refused("the pattern ends too early");
    }
    int codePoint = text.codePointAt(at);
    at += Character.charCount(codePoint);
    return codePoint;
  }

  /// Reads up to and including the wanted character.
  String until(char wanted) throws PatternRefused {
    int end = text.indexOf(wanted, at);
    if (end < 0) {
      throw refused("'" + wanted + "' is missing");
    }
    String found = text.substring(at, end);
    at = end + 1;
    return found;
  }

  /// Whether `{n}`, `{n,}` or `{n,m}` follows; any other brace is a literal.
  boolean isAtCount() {
    int i = at + 1;
    int digits = 0;
    int commas = 0;
    if (!isAt('{')) {
      return false;
    }
    for (; i < text.length() && text.charAt(i) != '}'; i++) {
      char c = text.charAt(i);
      boolean comma = c == ',' && digits > 0 && commas == 0;
      if (!comma && !Classes.DIGIT.test(c)) {
        return false;
      }
      commas += comma ? 1 : 0;
      digits += comma ? 0 : 1;
    }
    return i < text.length() && digits > 0;
  }

  /// Reads digits as a number; a number that is too large becomes the maximum.
  int number() {
    long number = 0;
    while (isDigit()) {
      number = Math.min(number * 10 + (text.charAt(at) - '0'), Integer.MAX_VALUE);
      at++;
    }
    return (int) number;
  }

  /// Reads this many hexadecimal digits.
  int hex(int digits) throws PatternRefused {
    int number = 0;
    for (int i = 0; i < digits; i++) {
      int digit = hasMore() ? hexDigit(text.charAt(at)) : -1;
      if (digit < 0) {
        throw refused("an escape needs " + digits + " hexadecimal digits");
      }
      number = number * 16 + digit;
      at++;
    }
    return number;
  }

  static int hexDigit(char c) {
    return c < 128 ? Character.digit(c, 16) : -1;
  }

  int position() {
    return at;
  }

  void back(int position) {
    at = position;
  }

  PatternRefused refused(String why) {
    return new PatternRefused(why, at);
  }
}
