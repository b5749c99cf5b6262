package dev.waybill.base;

import dev.waybill.settings.Limits;
import java.nio.charset.StandardCharsets;

/// Makes text from input safe to store and to print: no lone surrogates, no control characters,
/// limited length.
public final class Text {

  private Text() {}

  /// The text in a form that can be stored: at most `max` characters, invalid characters replaced.
  public static String storable(String text, int max) {
    String capped = text.length() <= max ? text : text.substring(0, max - 1) + "…";
    byte[] utf8 = capped.replace('\0', '\uFFFD').getBytes(StandardCharsets.UTF_8);
    return new String(utf8, StandardCharsets.UTF_8);
  }

  /// Whether every character can be stored: no NUL, no lone surrogate.
  public static boolean isStorable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0 || (Character.isSurrogate(c) && !isPairAt(text, i))) {
        return false;
      }
    }
    return true;
  }

  /// Whether this is a valid name of a tenant, queue, type, worker or event type: letters, digits,
  /// `.`, `_`, `:` and `-`, starting with a letter or digit.
  public static boolean isName(String text) {
    int length = text.length();
    if (length == 0 || length > Limits.NAME_LENGTH || !isLetterOrDigit(text.charAt(0))) {
      return false;
    }
    for (int i = 1; i < length; i++) {
      char c = text.charAt(i);
      if (!isLetterOrDigit(c) && c != '.' && c != '_' && c != ':' && c != '-') {
        return false;
      }
    }
    return true;
  }

  /// The text in quotes, shortened and on one line, for messages.
  public static String quote(String text) {
    String oneLine = storable(text, 80).replaceAll("\\p{Cntrl}", "\uFFFD");
    return "\"" + oneLine + "\"";
  }

  /// Whether a surrogate pair starts or ends here.
  private static boolean isPairAt(String text, int index) {
    int high = Character.isHighSurrogate(text.charAt(index)) ? index : index - 1;
    return high >= 0
        && high + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(high), text.charAt(high + 1));
  }

  private static boolean isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}
