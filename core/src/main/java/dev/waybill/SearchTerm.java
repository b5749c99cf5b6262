package dev.waybill;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A part of a search: one word, or several that must follow each other. Letters and digits make
/// words, and neither case nor accents matter.
///
/// @param isPrefix whether the last word may go on
public record SearchTerm(String text, boolean isPrefix) {

  /// A text in quotes, or whatever has no blank and no quote; with an asterisk at the end a prefix.
  private static final Pattern TERM =
      Pattern.compile("\"([^\"]*)(?:\"|$)(\\*?)|([^\\s\\p{Cntrl}\"]+)");

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]");

  /// All terms must match. Every text can be read: a quote that does not end goes on to the end,
  /// and what has neither letter nor digit is left out.
  public static List<SearchTerm> parse(String text) {
    List<SearchTerm> terms = new ArrayList<>();
    Matcher found = TERM.matcher(text);
    while (found.find()) {
      String quoted = found.group(1);
      String word = quoted == null ? found.group(3) : quoted;
      if (WORD.matcher(word).find()) {
        terms.add(
            new SearchTerm(word, quoted == null ? word.endsWith("*") : !found.group(2).isEmpty()));
      }
    }
    return terms;
  }
}
