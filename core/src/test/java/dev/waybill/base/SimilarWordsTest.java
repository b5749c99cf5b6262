package dev.waybill.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SimilarWordsTest {

  @ParameterizedTest
  @CsvSource({
    "'', '', 0",
    "'', abc, 3",
    "abc, abc, 0",
    "abc, abd, 1",
    "abc, ab, 1",
    "abc, xabc, 1",
    "abcd, abdc, 1",
    "abcd, badc, 2",
    "kitten, sitting, 3",
    "ca, abc, 3"
  })
  void the_distance_counts_letters_and_swaps(String from, String to, int distance) {
    assertThat(EditDistance.of(from, to)).isEqualTo(distance);
    assertThat(EditDistance.of(to, from)).isEqualTo(distance);
  }

  @Test
  void the_nearest_words_come_first_and_there_are_at_most_eight() {
    SimilarWords similar = SimilarWords.to("quarterly").orElseThrow();
    for (char c = 'a'; c <= 'z'; c++) {
      similar.offer("quarter" + c + c);
    }
    similar.offer("quartely");
    similar.offer("unrelated");

    assertThat(similar.nearest()).hasSize(SimilarWords.MOST).startsWith("quartely", "quarterll");
  }

  @Test
  void short_words_allow_one_error_and_long_ones_two() {
    assertThat(nearest("bread", "braed", "brad", "bred", "brd"))
        .containsExactly("brad", "braed", "bred");
    assertThat(nearest("mountain", "mountin", "muntin", "mntin"))
        .containsExactly("mountin", "muntin");
  }

  private static List<String> nearest(String word, String... candidates) {
    SimilarWords similar = SimilarWords.to(word).orElseThrow();
    List.of(candidates).forEach(similar::offer);
    return similar.nearest();
  }

  @Test
  void words_with_digits_and_very_short_or_long_words_are_not_compared() {
    assertThat(SimilarWords.to("abc")).isEmpty();
    assertThat(SimilarWords.to("a1234")).isEmpty();
    assertThat(SimilarWords.to("a".repeat(33))).isEmpty();
  }

  @Test
  void a_text_has_words_without_case_and_accents() {
    assertThat(Words.of("Zoë's 2²-Straße, ADA@example.org\n\uD83D\uDE00ok"))
        .containsExactly("zoe", "s", "2²", "straße", "ada", "example", "org", "ok");
  }
}
