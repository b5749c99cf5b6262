package dev.waybill.documents.chunk;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;

/// Splits text so that each part has at most so many tokens.
final class TextSplitter {

  /// A text with more characters per token is split in any case. This keeps the work linear.
  private static final int CHARACTERS_PER_TOKEN = 16;

  /// With quotation marks and brackets behind it.
  private static final Pattern SENTENCE_END = Pattern.compile("[.!?:…。！？]\\p{P}{0,4}$");

  private final ToIntFunction<String> tokens;
  private final int limit;

  TextSplitter(ToIntFunction<String> tokens, int limit) {
    this.tokens = tokens;
    this.limit = limit;
  }

  int tokens(String text) {
    return tokens.applyAsInt(text);
  }

  boolean fits(String text) {
    return fits(text, limit);
  }

  boolean fitsHalf(String text) {
    return fits(text, limit / 2);
  }

  private boolean fits(String text, int most) {
    return text.length() <= most * CHARACTERS_PER_TOKEN && tokens(text) <= most;
  }

  static List<String> sentences(String text) {
    BreakIterator breaks = BreakIterator.getSentenceInstance(Locale.ROOT);
    breaks.setText(text);
    List<String> sentences = new ArrayList<>();
    int start = breaks.first();
    for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
      sentences.add(text.substring(start, end).strip());
      start = end;
    }
    return sentences;
  }

  /// The last sentence, if it has no end.
  static String unfinished(String text) {
    List<String> sentences = sentences(text);
    String last = sentences.isEmpty() ? "" : sentences.getLast();
    return SENTENCE_END.matcher(last).find() ? "" : last;
  }

  /// The pieces, those that are too long split between words.
  ///
  /// @param before what a chunk has in front of a part
  List<String> parts(List<String> pieces, String before) {
    List<String> parts = new ArrayList<>();
    for (String piece : pieces) {
      String rest = piece;
      while (!rest.isBlank() && !fits(before + rest)) {
        int end = fitting(rest, before);
        parts.add(rest.substring(0, end).strip());
        rest = rest.substring(end).strip();
      }
      if (!rest.isBlank()) {
        parts.add(rest);
      }
    }
    return parts;
  }

  /// The length of the longest beginning that fits: whole words, or the part of a word that is too
  /// long itself; at least one character.
  private int fitting(String text, String before) {
    int fits = 0;
    int tooLong = Math.min(text.length(), limit * CHARACTERS_PER_TOKEN) + 1;
    while (fits + 1 < tooLong) {
      int middle = (fits + tooLong) >>> 1;
      if (fits(before + text.substring(0, middle))) {
        fits = middle;
      } else {
        tooLong = middle;
      }
    }
    int end = wholeWords(text, Math.max(1, fits));
    // The tokens of a shorter text can be more.
    while (end > 2 && !fits(before + text.substring(0, end))) {
      end = wholeWords(text, end - 1);
    }
    return end;
  }

  /// Moves back to the end of a word; otherwise to the border of a character.
  private static int wholeWords(String text, int end) {
    int at = end;
    while (at > 0 && at < text.length() && !isBorder(text, at)) {
      at--;
    }
    if (at > 0) {
      return at;
    }
    boolean insidePair =
        end < text.length() && Character.isSurrogatePair(text.charAt(end - 1), text.charAt(end));
    return !insidePair ? end : end == 1 ? 2 : end - 1;
  }

  private static boolean isBorder(String text, int at) {
    return Character.isWhitespace(text.charAt(at)) || Character.isWhitespace(text.charAt(at - 1));
  }

  /// The last words with at most so many tokens; from the beginning of a sentence, if one begins
  /// there.
  String ending(String text, int most) {
    String window =
        text.substring(Math.max(0, text.length() - Math.max(1, most) * CHARACTERS_PER_TOKEN));
    String ending = "";
    int at = lastSpace(window, window.length());
    while (at >= 0 && tokens(window.substring(at + 1)) <= most) {
      ending = window.substring(at + 1);
      at = lastSpace(window, at);
    }
    List<String> sentences = sentences(ending);
    return sentences.size() > 1
        ? ending.substring(ending.indexOf(sentences.get(1), sentences.get(0).length()))
        : ending;
  }

  private static int lastSpace(String text, int before) {
    int at = before - 1;
    while (at >= 0 && !Character.isWhitespace(text.charAt(at))) {
      at--;
    }
    return at;
  }
}
