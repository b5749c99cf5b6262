package dev.waybill;

import java.nio.charset.StandardCharsets;

/// Makes text from outside safe to store and to print: no lone surrogates, no control characters,
/// bounded length.
public final class Text {

  private Text() {}

  /// The text as it may be stored: at most `max` characters, unstorable characters replaced.
  public static String storable(String text, int max) {
    String capped = text.length() <= max ? text : text.substring(0, max - 1) + "…";
    byte[] utf8 = capped.replace('\0', '\uFFFD').getBytes(StandardCharsets.UTF_8);
    return new String(utf8, StandardCharsets.UTF_8);
  }

  /// Whether every character can be stored as it is: no NUL, no lone surrogate.
  public static boolean isStorable(String text) {
    return text.indexOf('\0') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  /// The text in quotes, on one line and short, for use in a message.
  public static String quote(String text) {
    String oneLine = storable(text, 80).replaceAll("\\p{Cntrl}", "\uFFFD");
    return "\"" + oneLine + "\"";
  }
}
