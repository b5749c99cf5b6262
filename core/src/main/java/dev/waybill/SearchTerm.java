package dev.waybill;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A term of a search: one word, or several consecutive words. Words consist of letters and digits;
/// case and accents are ignored.
///
/// @param isPrefix whether the last word may continue
/// @param isQuoted whether it was in quotes, so that no similar word is searched for
public record SearchTerm(String text, boolean isPrefix, boolean isQuoted) {

  /// A quoted text, or characters without blanks and quotes; an asterisk at the end makes it a
  /// prefix.
  private static final Pattern TERM =
      Pattern.compile("\"([^\"]*)(?:\"|$)(\\*?)|([^\\s\\p{Cntrl}\"]+)");

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]");

  /// Reads terms that must all match. Accepts every text: an unclosed quote extends to the end, and
  /// a term without letters and digits is ignored.
  public static List<SearchTerm> parse(String text) {
    List<SearchTerm> terms = new ArrayList<>();
    Matcher found = TERM.matcher(text);
    while (found.find()) {
      String quoted = found.group(1);
      String word = quoted == null ? found.group(3) : quoted;
      if (WORD.matcher(word).find()) {
        boolean prefix = quoted == null ? word.endsWith("*") : !found.group(2).isEmpty();
        terms.add(new SearchTerm(word, prefix, quoted != null));
      }
    }
    return terms;
  }
}
