package dev.waybill.events.format;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;

/// Labels of host names in Unicode, by the rules of RFC 5891 and RFC 5892.
final class UnicodeLabels {

  private static final Set<Integer> ALWAYS = Set.of(0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007);
  private static final Set<Integer> NEVER =
      Set.of(0x640, 0x7FA, 0x302E, 0x302F, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303B, 0x3164);

  private UnicodeLabels() {}

  static boolean isValid(String label) {
    if (label.isEmpty()
        || label.startsWith("-")
        || label.endsWith("-")
        || label.startsWith("--", 2)
        || !Normalizer.isNormalized(label, Normalizer.Form.NFC)
        || isMark(label.codePointAt(0))) {
      return false;
    }
    for (int i = 0; i < label.length(); i = label.offsetByCodePoints(i, 1)) {
      if (!isAllowed(label, i, label.codePointAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAllowed(String label, int at, int c) {
    return switch (c) {
      case '-' -> true;
      case 0xB7 -> before(label, at) == 'l' && after(label, at) == 'l';
      case 0x375 -> script(after(label, at)) == UnicodeScript.GREEK;
      case 0x5F3, 0x5F4 -> script(before(label, at)) == UnicodeScript.HEBREW;
      case 0x30FB -> label.codePoints().anyMatch(UnicodeLabels::isJapanese);
      case 0x200C, 0x200D -> isVirama(before(label, at));
      default -> isDigitsAlike(label, c) && isLetterDigit(c);
    };
  }

  private static boolean isLetterDigit(int c) {
    if (ALWAYS.contains(c)) {
      return true;
    }
    return !NEVER.contains(c)
        && (Character.isLetterOrDigit(c) || isMark(c))
        && Character.getType(c) != Character.ENCLOSING_MARK
        && isStable(c);
  }

  /// Whether normalization and case folding leave the character unchanged.
  private static boolean isStable(int c) {
    String text = Character.toString(c);
    String folded = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    return text.equals(Normalizer.normalize(folded, Normalizer.Form.NFKC));
  }

  /// The two kinds of Arabic digits must not be mixed.
  private static boolean isDigitsAlike(String label, int c) {
    if (c >= 0x660 && c <= 0x669) {
      return label.codePoints().noneMatch(other -> other >= 0x6F0 && other <= 0x6F9);
    }
    return c < 0x6F0
        || c > 0x6F9
        || label.codePoints().noneMatch(other -> other >= 0x660 && other <= 0x669);
  }

  private static boolean isMark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.ENCLOSING_MARK;
  }

  private static boolean isJapanese(int c) {
    UnicodeScript script = UnicodeScript.of(c);
    return c != 0x30FB
        && (script == UnicodeScript.HIRAGANA
            || script == UnicodeScript.KATAKANA
            || script == UnicodeScript.HAN);
  }

  /// The virama signs, which suppress a vowel, of each Indic script.
  private static boolean isVirama(int c) {
    return isMark(c) && Character.getName(c) != null && Character.getName(c).endsWith("VIRAMA");
  }

  private static UnicodeScript script(int c) {
    return c < 0 ? UnicodeScript.UNKNOWN : UnicodeScript.of(c);
  }

  private static int before(String label, int at) {
    return at == 0 ? -1 : label.codePointBefore(at);
  }

  private static int after(String label, int at) {
    int next = label.offsetByCodePoints(at, 1);
    return next >= label.length() ? -1 : label.codePointAt(next);
  }
}
