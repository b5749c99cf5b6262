package dev.waybill.events.pattern;

import java.lang.Character.UnicodeScript;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// The character classes of ECMA-262: `\d`, `\w`, `\s`, `.` and `\p{...}`.
final class Classes {

  static final IntPredicate DIGIT = c -> c >= '0' && c <= '9';
  static final IntPredicate WORD = c -> isAsciiLetter(c) || DIGIT.test(c) || c == '_';
  static final IntPredicate SPACE =
      c ->
          (c >= 9 && c <= 13)
              || c == ' '
              || c == 0xA0
              || c == 0xFEFF
              || c == 0x2028
              || c == 0x2029
              || (c > 127 && Character.getType(c) == Character.SPACE_SEPARATOR);
  static final IntPredicate DOT = c -> c != '\n' && c != '\r' && c != 0x2028 && c != 0x2029;

  private static final Map<String, Integer> CATEGORIES =
      Map.ofEntries(
          category("Lu", Character.UPPERCASE_LETTER),
          category("Ll", Character.LOWERCASE_LETTER),
          category("Lt", Character.TITLECASE_LETTER),
          category("Lm", Character.MODIFIER_LETTER),
          category("Lo", Character.OTHER_LETTER),
          category("Mn", Character.NON_SPACING_MARK),
          category("Mc", Character.COMBINING_SPACING_MARK),
          category("Me", Character.ENCLOSING_MARK),
          category("Nd", Character.DECIMAL_DIGIT_NUMBER),
          category("Nl", Character.LETTER_NUMBER),
          category("No", Character.OTHER_NUMBER),
          category("Pc", Character.CONNECTOR_PUNCTUATION),
          category("Pd", Character.DASH_PUNCTUATION),
          category("Ps", Character.START_PUNCTUATION),
          category("Pe", Character.END_PUNCTUATION),
          category("Pi", Character.INITIAL_QUOTE_PUNCTUATION),
          category("Pf", Character.FINAL_QUOTE_PUNCTUATION),
          category("Po", Character.OTHER_PUNCTUATION),
          category("Sm", Character.MATH_SYMBOL),
          category("Sc", Character.CURRENCY_SYMBOL),
          category("Sk", Character.MODIFIER_SYMBOL),
          category("So", Character.OTHER_SYMBOL),
          category("Zs", Character.SPACE_SEPARATOR),
          category("Zl", Character.LINE_SEPARATOR),
          category("Zp", Character.PARAGRAPH_SEPARATOR),
          category("Cc", Character.CONTROL),
          category("Cf", Character.FORMAT),
          category("Cs", Character.SURROGATE),
          category("Co", Character.PRIVATE_USE),
          category("Cn", Character.UNASSIGNED));

  private static final Map<String, String> LONG_NAMES =
      Map.ofEntries(
          Map.entry("Letter", "L"),
          Map.entry("Cased_Letter", "LC"),
          Map.entry("Uppercase_Letter", "Lu"),
          Map.entry("Lowercase_Letter", "Ll"),
          Map.entry("Titlecase_Letter", "Lt"),
          Map.entry("Modifier_Letter", "Lm"),
          Map.entry("Other_Letter", "Lo"),
          Map.entry("Mark", "M"),
          Map.entry("Combining_Mark", "M"),
          Map.entry("Nonspacing_Mark", "Mn"),
          Map.entry("Spacing_Mark", "Mc"),
          Map.entry("Enclosing_Mark", "Me"),
          Map.entry("Number", "N"),
          Map.entry("Decimal_Number", "Nd"),
          Map.entry("digit", "Nd"),
          Map.entry("Letter_Number", "Nl"),
          Map.entry("Other_Number", "No"),
          Map.entry("Punctuation", "P"),
          Map.entry("punct", "P"),
          Map.entry("Connector_Punctuation", "Pc"),
          Map.entry("Dash_Punctuation", "Pd"),
          Map.entry("Open_Punctuation", "Ps"),
          Map.entry("Close_Punctuation", "Pe"),
          Map.entry("Initial_Punctuation", "Pi"),
          Map.entry("Final_Punctuation", "Pf"),
          Map.entry("Other_Punctuation", "Po"),
          Map.entry("Symbol", "S"),
          Map.entry("Math_Symbol", "Sm"),
          Map.entry("Currency_Symbol", "Sc"),
          Map.entry("Modifier_Symbol", "Sk"),
          Map.entry("Other_Symbol", "So"),
          Map.entry("Separator", "Z"),
          Map.entry("Space_Separator", "Zs"),
          Map.entry("Line_Separator", "Zl"),
          Map.entry("Paragraph_Separator", "Zp"),
          Map.entry("Other", "C"),
          Map.entry("Control", "Cc"),
          Map.entry("cntrl", "Cc"),
          Map.entry("Format", "Cf"),
          Map.entry("Surrogate", "Cs"),
          Map.entry("Private_Use", "Co"),
          Map.entry("Unassigned", "Cn"));

  private static final Map<String, IntPredicate> BINARY =
      Map.ofEntries(
          Map.entry("Any", c -> true),
          Map.entry("ASCII", c -> c < 128),
          Map.entry("Assigned", Character::isDefined),
          Map.entry("Alphabetic", Character::isAlphabetic),
          Map.entry("Alpha", Character::isAlphabetic),
          Map.entry("Lowercase", Character::isLowerCase),
          Map.entry("Lower", Character::isLowerCase),
          Map.entry("Uppercase", Character::isUpperCase),
          Map.entry("Upper", Character::isUpperCase),
          Map.entry("Ideographic", Character::isIdeographic),
          Map.entry("White_Space", c -> (SPACE.test(c) && c != 0xFEFF) || c == 0x85),
          Map.entry("ASCII_Hex_Digit", c -> c < 128 && Character.digit(c, 16) >= 0),
          Map.entry("ID_Start", Character::isUnicodeIdentifierStart),
          Map.entry(
              "ID_Continue",
              c -> Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c)),
          Map.entry("Emoji", Character::isEmoji),
          Map.entry("Emoji_Presentation", Character::isEmojiPresentation),
          Map.entry("Extended_Pictographic", Character::isExtendedPictographic));

  private Classes() {}

  static boolean isAsciiLetter(int c) {
    return (c | 32) >= 'a' && (c | 32) <= 'z';
  }

  /// The predicate for `\p{...}`, or null if Unicode has no such property.
  static @Nullable IntPredicate property(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      IntPredicate binary = BINARY.get(text);
      return binary == null ? category(text) : binary;
    }
    String value = text.substring(equals + 1);
    return switch (text.substring(0, equals)) {
      case "General_Category", "gc" -> category(value);
      case "Script", "sc", "Script_Extensions", "scx" -> script(value);
      default -> null;
    };
  }

  private static @Nullable IntPredicate category(String name) {
    String wanted = LONG_NAMES.getOrDefault(name, name);
    int types = 0;
    for (var one : CATEGORIES.entrySet()) {
      boolean cased = wanted.equals("LC") && "Lu Ll Lt".contains(one.getKey());
      boolean group = wanted.length() == 1 && one.getKey().startsWith(wanted);
      types |= cased || group || one.getKey().equals(wanted) ? 1 << one.getValue() : 0;
    }
    int chosen = types;
    return chosen == 0 ? null : c -> (chosen >>> Character.getType(c) & 1) != 0;
  }

  private static @Nullable IntPredicate script(String name) {
    try {
      UnicodeScript script = UnicodeScript.forName(name.toUpperCase(Locale.ROOT));
      return c -> UnicodeScript.of(c) == script;
    } catch (IllegalArgumentException unknown) {
      return null;
    }
  }

  private static Map.Entry<String, Integer> category(String name, byte type) {
    return Map.entry(name, (int) type);
  }
}
