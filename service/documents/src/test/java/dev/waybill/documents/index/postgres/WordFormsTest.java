package dev.waybill.documents.index.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.PostgresServer;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WordFormsTest {

  /// PostgreSQL evaluates the condition for every set of words.
  @Test
  void a_condition_holds_for_every_set_with_enough_words_and_for_no_other() {
    TestDatabase database = new TestDatabase(PostgresServer.shared(), "postgres");
    for (int words = 1; words <= 9; words++) {
      List<String> all = IntStream.range(0, words).mapToObj(i -> "w" + i).toList();
      for (int needed = 1; needed <= words; needed++) {
        String wrong =
            "SELECT count(*) FROM generate_series(0, %d) AS s WHERE (%s::tsvector @@ '%s') <> (%s)"
                .formatted(
                    (1 << words) - 1,
                    set(words),
                    WordForms.atLeast(needed, all),
                    "bit_count(s::bit(10)) >= " + needed);
        assertThat(database.value(wrong)).as("%d of %d", needed, words).isEqualTo("0");
      }
    }
  }

  private static String set(int words) {
    return "concat_ws(' ', "
        + IntStream.range(0, words)
            .mapToObj(i -> "CASE WHEN s & %d > 0 THEN 'w%d' END".formatted(1 << i, i))
            .collect(Collectors.joining(", "))
        + ")";
  }

  @Test
  void the_condition_of_the_longest_query_is_bounded() {
    List<String> all = IntStream.range(0, 16).mapToObj(i -> "w").toList();

    assertThat(WordForms.atLeast(4, all).chars().filter(c -> c == 'w')).hasSizeLessThan(300);
  }
}
