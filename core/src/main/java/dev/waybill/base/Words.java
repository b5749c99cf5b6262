package dev.waybill.base;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;

/// Splits a text into words: sequences of letters and digits, in lower case and without accents.
public final class Words {

  private Words() {}

  /// In the order of the text.
  public static List<String> of(String text) {
    String plain = isAscii(text) ? text : Normalizer.normalize(text, Normalizer.Form.NFD);
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    int i = 0;
    while (i < plain.length()) {
      int c = plain.codePointAt(i);
      i += Character.charCount(c);
      if (isPartOfWord(c)) {
        word.appendCodePoint(Character.toLowerCase(c));
      } else if (!isMark(c)) {
        end(word, words);
      }
    }
    end(word, words);
    return words;
  }

  /// True if it consists of letters only.
  public static boolean isOfLetters(String word) {
    return word.codePoints().allMatch(Character::isLetter);
  }

  private static void end(StringBuilder word, List<String> words) {
    if (!word.isEmpty()) {
      words.add(word.toString());
      word.setLength(0);
    }
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPartOfWord(int c) {
    return Character.isLetterOrDigit(c)
        || Character.getType(c) == Character.LETTER_NUMBER
        || Character.getType(c) == Character.OTHER_NUMBER;
  }

  /// Marks belong to the letter before them.
  private static boolean isMark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.ENCLOSING_MARK;
  }
}
