package dev.waybill.documents.index;

import static dev.waybill.documents.index.SampleChunks.MODEL;
import static dev.waybill.documents.index.SampleChunks.chunks;
import static dev.waybill.documents.index.SampleChunks.document;
import static dev.waybill.documents.index.SampleChunks.query;
import static dev.waybill.documents.index.SampleChunks.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Searches the bytes of all files of an index for words that only one document has.
class ChunkPurgeTest {

  private static final int DOCUMENTS = 20;
  private static final int REMOVED = 10;

  @TempDir Path directory;

  private static String word(int number) {
    return "secretword" + (char) ('a' + number) + "end";
  }

  private static String id(int number) {
    return "d-" + number;
  }

  private static void fill(ChunkIndex index) {
    for (int i = 0; i < DOCUMENTS; i++) {
      index.replace(document("acme", id(i)), MODEL, chunks("the " + word(i) + " is here"));
    }
  }

  private static void removeSome(ChunkIndex index) {
    for (int i = 0; i < REMOVED; i++) {
      assertThat(index.remove("acme", id(i))).isTrue();
    }
  }

  /// The words that the files contain, as text or as a term.
  private List<Integer> wordsInFiles() throws IOException {
    List<String> files;
    try (Stream<Path> paths = Files.walk(directory)) {
      files = paths.filter(Files::isRegularFile).map(ChunkPurgeTest::text).toList();
    }
    return IntStream.range(0, DOCUMENTS)
        .filter(i -> files.stream().anyMatch(file -> file.contains(word(i))))
        .boxed()
        .toList();
  }

  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  private static List<Integer> numbers(int from, int before) {
    return IntStream.range(from, before).boxed().toList();
  }

  private static void assertOthersAreFound(ChunkIndex index) {
    for (int i = REMOVED; i < DOCUMENTS; i++) {
      assertThat(texts(index.search("acme", MODEL, query(word(i)))))
          .first()
          .isEqualTo("the " + word(i) + " is here");
    }
  }

  @Test
  void no_file_contains_removed_documents_after_a_purge() throws IOException {
    try (LuceneChunkIndex index = LuceneChunkIndex.open(directory)) {
      fill(index);
      index.markComplete();
      assertThat(wordsInFiles()).isEqualTo(numbers(0, DOCUMENTS));
      removeSome(index);
      index.purge();

      assertThat(wordsInFiles()).isEqualTo(numbers(REMOVED, DOCUMENTS));
      assertOthersAreFound(index);
      assertThat(index.isComplete()).isTrue();
    }
  }

  @Test
  void a_purge_that_a_crash_prevented_is_due_after_the_next_start() throws IOException {
    try (LuceneChunkIndex index = LuceneChunkIndex.open(directory)) {
      fill(index);
      index.markComplete();
      removeSome(index);
    }
    try (LuceneChunkIndex index = LuceneChunkIndex.open(directory)) {
      index.purge();
      assertThat(wordsInFiles()).isEqualTo(numbers(REMOVED, DOCUMENTS));
      assertThat(index.isComplete()).isTrue();
    }
  }

  @Test
  void a_purge_deletes_the_damaged_index_of_an_earlier_start() throws IOException {
    try (LuceneChunkIndex index = LuceneChunkIndex.open(directory)) {
      fill(index);
    }
    Files.move(directory.resolve("chunks"), directory.resolve("chunks.damaged"));
    try (LuceneChunkIndex index = LuceneChunkIndex.open(directory)) {
      fill(index);
      index.purge();
      assertThat(directory.resolve("chunks.damaged")).as("nothing was removed").exists();
      removeSome(index);
      index.purge();
      assertThat(wordsInFiles()).isEqualTo(numbers(REMOVED, DOCUMENTS));
      assertOthersAreFound(index);
    }
  }

  @Test
  void a_purge_without_removed_documents_writes_nothing() throws IOException {
    try (LuceneChunkIndex index = LuceneChunkIndex.open(directory)) {
      fill(index);
      removeSome(index);
      index.purge();
      List<String> before = files();
      index.purge();
      assertThat(files()).isEqualTo(before);
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths.map(Path::toString).sorted().toList();
    }
  }
}
