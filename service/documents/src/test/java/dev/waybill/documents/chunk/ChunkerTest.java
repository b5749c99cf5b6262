package dev.waybill.documents.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.Block.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ChunkerTest {

  private static final List<Kind> KINDS = List.of(Kind.values());

  /// A token is a word, or four characters of a longer one.
  private static int tokens(String text) {
    return Arrays.stream(text.strip().split("\\s+", -1))
        .mapToInt(word -> (word.codePointCount(0, word.length()) + 3) / 4)
        .sum();
  }

  private static List<Chunk> chunks(int limit, int overlap, Block... blocks) {
    return new Chunker(ChunkerTest::tokens, limit, overlap).chunks(List.of(blocks));
  }

  private static Block paragraph(String text, int page) {
    return Block.of(Kind.PARAGRAPH, text, page);
  }

  private static String words(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
  }

  @Test
  void a_document_without_blocks_has_no_chunks() {
    assertThat(chunks(20, 0)).isEmpty();
  }

  @Test
  void a_chunk_has_the_path_of_headings_above_it_and_the_page_of_its_text() {
    List<Chunk> chunks =
        chunks(
            20,
            0,
            Block.heading(1, "One", 1),
            Block.heading(2, "Two", 1),
            paragraph("first text", 2),
            Block.heading(2, "Three", 3),
            paragraph("second text", 3),
            paragraph("third text", 4));
    assertThat(chunks)
        .containsExactly(
            new Chunk(0, "One\nTwo\nfirst text", 2, List.of("One", "Two"), 5),
            new Chunk(1, "Three\nsecond text", 3, List.of("One", "Three"), 5),
            new Chunk(2, "third text", 4, List.of("One", "Three"), 3));
  }

  @Test
  void a_sentence_is_found_on_its_own_page_only() {
    List<Chunk> chunks =
        chunks(
            20, 8, paragraph("Green tea (two minutes.)", 1), paragraph("Black tea, boiling.", 2));
    assertThat(chunks).extracting(Chunk::page).containsExactly(1, 2);
    assertThat(chunks)
        .extracting(Chunk::text)
        .containsExactly("Green tea (two minutes.)", "Black tea, boiling.");
  }

  @Test
  void a_sentence_that_goes_on_after_a_page_is_whole_in_the_chunk_where_it_ends() {
    List<Chunk> chunks =
        chunks(20, 8, paragraph("Tea. Green tea takes", 1), paragraph("two minutes.", 2));
    assertThat(chunks)
        .extracting(Chunk::text)
        .containsExactly("Tea. Green tea takes", "Green tea takes\ntwo minutes.");
  }

  @Test
  void a_paragraph_that_fits_into_a_chunk_stays_whole() {
    List<Chunk> chunks = chunks(20, 0, paragraph(words(0, 12), 1), paragraph(words(12, 24), 2));
    assertThat(chunks).extracting(Chunk::text).containsExactly(words(0, 12), words(12, 24));
    assertThat(chunks).extracting(Chunk::page).containsExactly(1, 2);
  }

  @Test
  void a_long_paragraph_is_split_between_sentences() {
    String text = "A" + words(0, 9) + ". B" + words(9, 18) + ". C" + words(18, 27) + ".";
    assertThat(chunks(20, 0, paragraph(text, 0)))
        .extracting(Chunk::text)
        .containsExactly("A" + words(0, 9) + ". B" + words(9, 18) + ".", "C" + words(18, 27) + ".");
  }

  @Test
  void a_paragraph_is_split_rather_than_leaving_its_heading_alone() {
    List<Chunk> chunks =
        chunks(
            20,
            0,
            Block.heading(1, words(100, 105), 1),
            paragraph("A" + words(0, 9) + ". B" + words(9, 18) + ".", 1));
    assertThat(chunks.getFirst().text()).endsWith("w8.");
    assertThat(chunks).hasSize(2);
  }

  @Test
  void prose_that_goes_on_repeats_the_last_words() {
    List<Chunk> chunks = chunks(20, 4, paragraph(words(0, 40), 1));
    assertThat(chunks.get(0).text()).isEqualTo(words(0, 20));
    assertThat(chunks.get(1).text()).startsWith("w20");
    List<Chunk> shorter = chunks(20, 4, paragraph(words(0, 15), 1), paragraph(words(15, 30), 1));
    assertThat(shorter.get(1).text()).isEqualTo(words(11, 15) + "\n" + words(15, 30));
  }

  @Test
  void nothing_is_repeated_in_the_next_section() {
    List<Chunk> chunks = chunks(20, 5, paragraph(words(0, 15), 1), Block.heading(1, "Next", 1));
    assertThat(chunks.get(1).text()).isEqualTo("Next");
  }

  @Test
  void the_header_of_a_table_is_in_each_of_its_chunks() {
    String rows =
        IntStream.range(0, 10)
            .mapToObj(i -> "a" + i + " | b" + i)
            .collect(Collectors.joining("\n"));
    List<Chunk> chunks = chunks(20, 5, Block.of(Kind.TABLE, "name | size\n" + rows, 1));
    assertThat(chunks).hasSize(2);
    assertThat(chunks).allSatisfy(chunk -> assertThat(chunk.text()).startsWith("name | size\na"));
    assertThat(chunks.get(1).text()).contains("a9 | b9").doesNotContain("a0");
  }

  @Test
  void code_is_split_between_lines() {
    String code = String.join("\n", "  " + words(0, 12), "  " + words(12, 24));
    assertThat(chunks(20, 0, Block.of(Kind.CODE, code, 0)))
        .extracting(Chunk::text)
        .containsExactly("  " + words(0, 12), "  " + words(12, 24));
  }

  @Test
  void a_word_that_is_too_long_is_split_between_characters_and_not_inside_a_pair() {
    String word = "😀".repeat(500);
    List<Chunk> chunks = chunks(16, 0, paragraph(word, 0));
    assertThat(chunks.stream().map(Chunk::text).collect(Collectors.joining())).isEqualTo(word);
    assertThat(chunks)
        .hasSizeGreaterThan(5)
        .allSatisfy(chunk -> assertThat(chunk.text().codePoints()).allMatch(c -> c == 0x1F600));
  }

  @Test
  void limits_that_cannot_work_are_refused() {
    assertThatThrownBy(() -> new Chunker(ChunkerTest::tokens, 10, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Chunker(ChunkerTest::tokens, 20, 11))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void every_word_is_in_a_chunk_in_order_and_no_chunk_is_too_long() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      int limit = 16 + random.nextInt(60);
      List<Block> blocks = randomBlocks(random);
      Chunker chunker = new Chunker(ChunkerTest::tokens, limit, random.nextInt(limit / 2));
      List<Chunk> chunks = chunker.chunks(blocks);
      assertThat(chunker.chunks(blocks)).as("seed " + seed).isEqualTo(chunks);
      assertThat(chunks)
          .as("seed " + seed)
          .allSatisfy(chunk -> assertThat(tokens(chunk.text())).isLessThanOrEqualTo(limit))
          .allSatisfy(chunk -> assertThat(chunk.tokens()).isEqualTo(tokens(chunk.text())));
      assertThat(firstSeen(chunks)).as("seed " + seed).isEqualTo(allWords(blocks));
    }
  }

  /// Each word is unique, so its first place is where it belongs.
  private static List<String> firstSeen(List<Chunk> chunks) {
    return chunks.stream()
        .flatMap(chunk -> Arrays.stream(chunk.text().split("[\\s|]+", -1)))
        .filter(word -> !word.isEmpty())
        .distinct()
        .toList();
  }

  private static List<String> allWords(List<Block> blocks) {
    return blocks.stream()
        .flatMap(block -> Arrays.stream(block.text().split("[\\s|]+", -1)))
        .filter(word -> !word.isEmpty())
        .distinct()
        .toList();
  }

  private static List<Block> randomBlocks(Random random) {
    List<Block> blocks = new ArrayList<>();
    int next = 0;
    for (int i = random.nextInt(12); i >= 0; i--) {
      Kind kind = KINDS.get(random.nextInt(KINDS.size()));
      int count = 1 + random.nextInt(kind == Kind.HEADING ? 8 : 120);
      StringBuilder text = new StringBuilder();
      for (int j = 0; j < count; j++) {
        text.append("w").append(next++).append(random.nextInt(9) == 0 ? ". A" : separator(kind, j));
      }
      blocks.add(new Block(kind, text.toString().strip(), i, kind == Kind.HEADING ? 1 + i % 3 : 0));
    }
    return blocks;
  }

  private static String separator(Kind kind, int j) {
    return switch (kind) {
      case TABLE -> j % 4 == 3 ? "\n" : " | ";
      case CODE -> j % 7 == 6 ? "\n" : " ";
      case HEADING, PARAGRAPH, LIST_ITEM -> " ";
    };
  }
}
