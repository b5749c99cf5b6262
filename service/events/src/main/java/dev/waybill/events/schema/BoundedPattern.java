package dev.waybill.events.schema;

import java.util.regex.Pattern;

/// A regular expression that gives up instead of running for ever.
///
/// Some expressions take time that doubles with each character. Every look at a character is
/// counted, and a text may be looked at only so many times.
final class BoundedPattern {

  private static final long LOOKS = 100_000;
  private static final long LOOKS_PER_CHARACTER = 50;

  private final String text;
  private final Pattern pattern;

  /// Throws [PatternSyntaxException] where this is no regular expression.
  BoundedPattern(String text) {
    this.text = text;
    this.pattern = Pattern.compile(withStrictEnds(text));
  }

  /// Whether the expression matches somewhere in the value.
  boolean find(String value) {
    try {
      return pattern.matcher(new CountedText(value)).find();
    } catch (StackOverflowError tooDeep) {
      throw new PatternTooCostly(text);
    }
  }

  /// `$` means the very end in a schema; in Java it also matches before a last line break.
  private static String withStrictEnds(String text) {
    StringBuilder strict = new StringBuilder(text.length() + 4);
    boolean inClass = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      inClass = c == '[' || (inClass && c != ']');
      if (c == '\\' && i + 1 < text.length()) {
        strict.append(c).append(text.charAt(++i));
      } else {
        strict.append(c == '$' && !inClass ? "\\z" : String.valueOf(c));
      }
    }
    return strict.toString();
  }

  /// The value was looked at too often: the expression is not fit for it.
  static final class PatternTooCostly extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PatternTooCostly(String pattern) {
      super(pattern, null, false, false);
    }

    String pattern() {
      return String.valueOf(getMessage());
    }
  }

  private final class CountedText implements CharSequence {

    private final String value;
    private long left;

    CountedText(String value) {
      this.value = value;
      this.left = LOOKS + LOOKS_PER_CHARACTER * value.length();
    }

    @Override
    public char charAt(int index) {
      if (--left < 0) {
        throw new PatternTooCostly(text);
      }
      return value.charAt(index);
    }

    @Override
    public int length() {
      return value.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return value.subSequence(start, end);
    }

    @Override
    public String toString() {
      return value;
    }
  }
}
