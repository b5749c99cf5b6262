package dev.waybill.documents.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class WordPiecesTest {

  private static final int CLS = 101;
  private static final int SEP = 102;
  private static final int UNKNOWN = 100;
  private static final int MOST = 256;

  private static WordPieces pieces = new WordPieces(Map.of("[UNK]", 0, "[CLS]", 1, "[SEP]", 2));

  @BeforeAll
  static void read() throws IOException {
    pieces = MiniLm.tokenizer();
  }

  @Test
  void ids_are_those_of_another_implementation() throws IOException {
    for (Golden golden : Golden.all()) {
      assertThat(pieces.ids(golden.text(), MOST)).as(golden.text()).isEqualTo(golden.ids());
    }
  }

  @Test
  void an_empty_text_has_a_beginning_and_an_end() {
    assertThat(pieces.ids("", MOST)).containsExactly(CLS, SEP);
    assertThat(pieces.ids(" \t\n\u0000\uFFFD", MOST)).containsExactly(CLS, SEP);
    assertThat(pieces.count("")).isEqualTo(2);
  }

  @Test
  void a_word_of_more_than_100_characters_is_unknown() {
    assertThat(pieces.ids("a".repeat(101), MOST)).containsExactly(CLS, UNKNOWN, SEP);
    assertThat(pieces.ids("a".repeat(100), MOST)).doesNotContain(UNKNOWN);
  }

  @Test
  void a_long_text_is_cut_and_counted_in_full() {
    String text = "word ".repeat(300);
    assertThat(pieces.ids(text, MOST)).hasSize(MOST).endsWith(SEP);
    assertThat(pieces.count(text)).isEqualTo(302);
  }

  @Test
  void names_of_special_tokens_have_no_meaning_in_a_text() {
    assertThat(pieces.ids("a [SEP] b", MOST)).hasSizeGreaterThan(5).containsOnlyOnce(SEP);
  }

  @Test
  void pieces_are_the_longest_of_the_vocabulary() {
    String json =
        """
        {"model": {"vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "un": 3, "una": 4, "##ff": 5,
          "##able": 6, "##a": 7}}}
        """;
    WordPieces small =
        WordPieces.read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    assertThat(small.ids("Unaffable", MOST)).containsExactly(1, 4, 5, 6, 2);
    assertThat(small.ids("unaffablez", MOST)).containsExactly(1, 0, 2);
  }
}
