package dev.waybill.documents.embed;

import java.text.Normalizer;
import java.util.function.Consumer;

/// Splits a text into words as BERT's uncased models do: in lower case, without accents and control
/// characters. Each punctuation mark and each CJK ideograph is a word of its own.
final class BertWords {

  private static final int REPLACEMENT = 0xFFFD;

  /// The categories P*, as bits of [Character#getType].
  private static final int PUNCTUATION =
      1 << Character.CONNECTOR_PUNCTUATION
          | 1 << Character.DASH_PUNCTUATION
          | 1 << Character.START_PUNCTUATION
          | 1 << Character.END_PUNCTUATION
          | 1 << Character.INITIAL_QUOTE_PUNCTUATION
          | 1 << Character.FINAL_QUOTE_PUNCTUATION
          | 1 << Character.OTHER_PUNCTUATION;

  /// Control characters, and marks without a width, which are the accents after decomposition.
  private static final int DROPPED =
      1 << Character.CONTROL
          | 1 << Character.FORMAT
          | 1 << Character.SURROGATE
          | 1 << Character.PRIVATE_USE
          | 1 << Character.NON_SPACING_MARK;

  private final Consumer<String> words;
  private final StringBuilder word = new StringBuilder();

  private BertWords(Consumer<String> words) {
    this.words = words;
  }

  static void split(String text, Consumer<String> words) {
    BertWords splitting = new BertWords(words);
    Normalizer.normalize(text, Normalizer.Form.NFD).codePoints().forEach(splitting::add);
    splitting.end();
  }

  private void add(int c) {
    if (isWhitespace(c)) {
      end();
    } else if (isDropped(c)) {
      return;
    } else if (isPunctuation(c) || isIdeograph(c)) {
      end();
      word.appendCodePoint(c);
      end();
    } else {
      word.appendCodePoint(Character.toLowerCase(c));
    }
  }

  private void end() {
    if (!word.isEmpty()) {
      words.accept(word.toString());
      word.setLength(0);
    }
  }

  /// Other control characters, such as a form feed, do not separate words.
  private static boolean isWhitespace(int c) {
    return c == '\t' || c == '\n' || c == '\r' || Character.isSpaceChar(c);
  }

  private static boolean isDropped(int c) {
    return c == REPLACEMENT || (1 << Character.getType(c) & DROPPED) != 0;
  }

  /// All ASCII characters that are neither letters nor digits count as punctuation.
  private static boolean isPunctuation(int c) {
    return c < 128 ? !Character.isLetterOrDigit(c) : (1 << Character.getType(c) & PUNCTUATION) != 0;
  }

  private static boolean isIdeograph(int c) {
    return isBetween(c, 0x4E00, 0x9FFF)
        || isBetween(c, 0x3400, 0x4DBF)
        || isBetween(c, 0xF900, 0xFAFF)
        || isBetween(c, 0x20000, 0x2A6DF)
        || isBetween(c, 0x2A700, 0x2CEAF)
        || isBetween(c, 0x2F800, 0x2FA1F);
  }

  private static boolean isBetween(int c, int first, int last) {
    return c >= first && c <= last;
  }
}
