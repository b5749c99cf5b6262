package dev.waybill.wire.json;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Finds the word that was probably meant.
public final class Spelling {

  private static final int LONGEST = 64;

  private Spelling() {}

  /// The known word that the fewest letters separate from this one, where they are few.
  public static Optional<String> nearest(String word, Collection<String> known) {
    if (word.length() > LONGEST) {
      return Optional.empty();
    }
    return known.stream()
        .filter(candidate -> slips(word, candidate) <= Math.max(2, candidate.length() / 3))
        .filter(candidate -> slips(word, candidate) < candidate.length())
        .min(
            Comparator.comparingInt((String candidate) -> slips(word, candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  /// ` did you mean "…"?`, or nothing where no word is near.
  public static String hint(String word, Collection<String> known) {
    return nearest(word, known).map(near -> "; did you mean \"" + near + "\"?").orElse("");
  }

  /// How many letters must be added, left out or replaced to get from one word to the other.
  private static int slips(String from, String to) {
    int[] before = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      before[column] = column;
    }
    for (int row = 1; row <= from.length(); row++) {
      int[] now = new int[to.length() + 1];
      now[0] = row;
      for (int column = 1; column <= to.length(); column++) {
        int replaced = from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1;
        int oneMore = Math.min(before[column], now[column - 1]) + 1;
        now[column] = Math.min(oneMore, before[column - 1] + replaced);
      }
      before = now;
    }
    return before[to.length()];
  }
}
