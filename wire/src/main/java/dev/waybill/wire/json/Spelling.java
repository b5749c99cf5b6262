package dev.waybill.wire.json;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Finds the most similar known word.
public final class Spelling {

  private static final int LONGEST = 64;

  private Spelling() {}

  /// The known word with the smallest edit distance, if that is small enough.
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

  /// ` did you mean "…"?`, or empty if no word is similar.
  public static String hint(String word, Collection<String> known) {
    return nearest(word, known).map(near -> "; did you mean \"" + near + "\"?").orElse("");
  }

  /// The edit distance: the number of letters to insert, delete, replace or swap with their
  /// neighbor.
  private static int slips(String from, String to) {
    int[][] table = new int[from.length() + 1][to.length() + 1];
    for (int row = 0; row <= from.length(); row++) {
      for (int column = 0; column <= to.length(); column++) {
        table[row][column] =
            row == 0 || column == 0 ? row + column : fewest(table, from, to, row, column);
      }
    }
    return table[from.length()][to.length()];
  }

  private static int fewest(int[][] table, String from, String to, int row, int column) {
    int replaced = from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1;
    int oneMore = Math.min(table[row - 1][column], table[row][column - 1]) + 1;
    int fewest = Math.min(oneMore, table[row - 1][column - 1] + replaced);
    boolean swapped =
        row > 1
            && column > 1
            && from.charAt(row - 1) == to.charAt(column - 2)
            && from.charAt(row - 2) == to.charAt(column - 1);
    return swapped ? Math.min(fewest, table[row - 2][column - 2] + 1) : fewest;
  }
}
