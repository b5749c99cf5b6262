package dev.waybill.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Finds the word that was probably meant.
final class Spelling {

  private Spelling() {}

  /// The known word that is the fewest slips away, where a third of its letters or fewer are
  /// wrong, but always where no more than two are.
  static Optional<String> nearest(String word, Collection<String> known) {
    return known.stream()
        .filter(candidate -> slips(word, candidate) <= Math.max(2, candidate.length() / 3))
        .filter(candidate -> slips(word, candidate) < candidate.length())
        .min(Comparator.comparingInt(candidate -> slips(word, candidate)));
  }

  /// How many letters must be added, left out or replaced to get from one word to the other.
  static int slips(String from, String to) {
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
