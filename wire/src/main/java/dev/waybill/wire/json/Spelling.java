package dev.waybill.wire.json;

import dev.waybill.base.EditDistance;
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
        .filter(
            candidate -> EditDistance.of(word, candidate) <= Math.max(2, candidate.length() / 3))
        .filter(candidate -> EditDistance.of(word, candidate) < candidate.length())
        .min(
            Comparator.comparingInt((String candidate) -> EditDistance.of(word, candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  /// ` did you mean "…"?`, or empty if no word is similar.
  public static String hint(String word, Collection<String> known) {
    return nearest(word, known).map(near -> "; did you mean \"" + near + "\"?").orElse("");
  }
}
