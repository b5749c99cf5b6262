package dev.waybill.base;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/// Finds the words that are most similar to a word with a typing error: one error in words of 4 to
/// 7 letters, two in longer ones. Words with digits, such as numbers and IDs, have no similar
/// words.
public final class SimilarWords {

  /// The length of words that are compared.
  public static final int SHORTEST = 4;

  public static final int LONGEST = 32;

  /// How many similar words one word has at most.
  public static final int MOST = 8;

  private static final int LONG = 8;

  private static final Comparator<Candidate> NEAREST_FIRST =
      Comparator.comparingInt(Candidate::errors).thenComparing(Candidate::word);

  private final String word;
  private final int errors;
  private final int letters;
  private final PriorityQueue<Candidate> nearest = new PriorityQueue<>(NEAREST_FIRST.reversed());

  private record Candidate(String word, int errors) {}

  private SimilarWords(String word) {
    this.word = word;
    this.errors = word.length() < LONG ? 1 : 2;
    this.letters = letters(word);
  }

  /// Empty if the word is too short or too long, or does not consist of letters.
  ///
  /// @param word as [Words] returns it
  public static Optional<SimilarWords> to(String word) {
    return isComparable(word) ? Optional.of(new SimilarWords(word)) : Optional.empty();
  }

  /// Whether a word can be similar to another one.
  public static boolean isComparable(String word) {
    return word.length() >= SHORTEST && word.length() <= LONGEST && Words.isOfLetters(word);
  }

  /// The length of the shortest word that may be similar.
  public int shortest() {
    return word.length() - errors;
  }

  public int longest() {
    return word.length() + errors;
  }

  public void offer(String candidate) {
    // An error changes at most two letters; this excludes most words at little cost.
    if (Integer.bitCount(letters ^ letters(candidate)) > 2 * errors) {
      return;
    }
    int distance = EditDistance.of(word, candidate);
    if (distance > 0 && distance <= errors) {
      nearest.add(new Candidate(candidate, distance));
      if (nearest.size() > MOST) {
        nearest.remove();
      }
    }
  }

  /// The most similar ones first.
  public List<String> nearest() {
    return nearest.stream().sorted(NEAREST_FIRST).map(Candidate::word).toList();
  }

  /// A bit for each letter; several letters may share one.
  private static int letters(String text) {
    int bits = 0;
    for (int i = 0; i < text.length(); i++) {
      bits |= 1 << (text.charAt(i) & 31);
    }
    return bits;
  }
}
