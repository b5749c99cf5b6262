package dev.waybill.documents.index;

import static dev.waybill.documents.index.SampleChunks.MODEL;
import static dev.waybill.documents.index.SampleChunks.query;
import static dev.waybill.documents.index.SampleChunks.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LuceneChunkIndexTest extends HybridIndexConformance {

  @TempDir Path directory;

  @Override
  protected ChunkIndex open() {
    return LuceneChunkIndex.open(directory);
  }

  @Test
  void a_directory_is_open_once() {
    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.STORE_LOCKED));
  }

  @ParameterizedTest
  @ValueSource(strings = {".cfs", ".si", "segments_"})
  void a_damaged_index_is_moved_aside_and_starts_empty_and_incomplete(String part)
      throws IOException {
    put("acme", "d-1", "one", "two");
    index().markComplete();
    index().close();
    damage(part);
    reopen();

    assertThat(((LuceneChunkIndex) index()).damaged())
        .contains(directory.resolve("chunks.damaged"));
    assertThat(index().isComplete()).isFalse();
    assertThat(search("one")).isEmpty();
    put("acme", "d-1", "one");
    assertThat(search("one")).containsExactly("one");
  }

  @Test
  void a_file_that_is_missing_is_damage() throws IOException {
    put("acme", "d-1", "one");
    index().close();
    for (Path file : files(".cfs")) {
      Files.delete(file);
    }
    reopen();

    assertThat(((LuceneChunkIndex) index()).damaged()).isPresent();
  }

  /// Changes one byte in the middle of the files with this in their name.
  private void damage(String part) throws IOException {
    for (Path file : files(part)) {
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length / 2] ^= 0x40;
      Files.write(file, bytes, StandardOpenOption.TRUNCATE_EXISTING);
    }
  }

  private List<Path> files(String part) throws IOException {
    try (Stream<Path> all = Files.list(directory.resolve("chunks"))) {
      List<Path> chosen = all.filter(file -> file.getFileName().toString().contains(part)).toList();
      assertThat(chosen).isNotEmpty();
      return chosen;
    }
  }

  /// The files of a process that was killed are those that it had at that time.
  @Test
  void acknowledged_chunks_survive_a_kill(@TempDir Path killed) throws IOException {
    put("acme", "d-1", "one");
    put("acme", "d-2", "two");
    index().remove("acme", "d-2");
    Files.createDirectory(killed.resolve("chunks"));
    for (Path file : files("")) {
      Files.copy(file, killed.resolve("chunks").resolve(file.getFileName()));
    }
    Files.writeString(killed.resolve("lock"), "");

    try (LuceneChunkIndex next = LuceneChunkIndex.open(killed)) {
      assertThat(next.damaged()).isEmpty();
      assertThat(texts(next.search("acme", MODEL, query("one")))).containsExactly("one");
    }
  }

  @Test
  void an_intact_index_is_not_moved() {
    put("acme", "d-1", "text");
    reopen();

    assertThat(((LuceneChunkIndex) index()).damaged()).isEmpty();
  }
}
