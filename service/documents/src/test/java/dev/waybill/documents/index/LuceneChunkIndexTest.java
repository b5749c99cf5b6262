package dev.waybill.documents.index;

import static dev.waybill.documents.index.SampleChunks.MODEL;
import static dev.waybill.documents.index.SampleChunks.chunks;
import static dev.waybill.documents.index.SampleChunks.document;
import static dev.waybill.documents.index.SampleChunks.query;
import static dev.waybill.documents.index.SampleChunks.texts;
import static dev.waybill.documents.index.SampleChunks.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.embed.Vector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LuceneChunkIndexTest extends ChunkIndexConformance {

  @TempDir Path directory;

  @Override
  ChunkIndex open() {
    return LuceneChunkIndex.open(directory);
  }

  @Test
  void words_are_found_in_any_form() {
    put("acme", "d-1", "The factories were producing bicycles.", "Ein Münchner Fahrrad");

    assertThat(highlighted("How does a factory produce a bicycle?"))
        .containsExactly("factories", "producing", "bicycles");
    assertThat(highlighted("munchner FAHRRAD")).containsExactly("Münchner", "Fahrrad");
  }

  private List<String> highlighted(String text) {
    ChunkHit best = index().search("acme", MODEL, query(text)).getFirst();
    return best.highlights().stream()
        .map(range -> best.chunk().text().substring(range.start(), range.end()))
        .toList();
  }

  @Test
  void a_chunk_can_be_found_by_its_headings_and_the_name_of_its_document() {
    put("acme", "d-1", IntStream.range(0, 200).mapToObj(i -> "text " + i).toArray(String[]::new));
    Vector far = Vector.of(new float[MODEL.dimension()]);
    index()
        .replace(
            document("acme", "invoices"),
            MODEL,
            List.of(
                new EmbeddedChunk(new Chunk(0, "42 EUR", 1, List.of("Totals of March"), 3), far)));

    assertThat(search("total in march")).contains("42 EUR");
    assertThat(search("the invoice")).contains("42 EUR");
  }

  @Test
  void the_chunks_of_a_small_tenant_are_found_among_those_of_others() {
    Random random = new Random(18);
    for (int i = 0; i < 4; i++) {
      int part = i;
      List<EmbeddedChunk> others =
          IntStream.range(0, 5_000)
              .mapToObj(
                  n ->
                      new EmbeddedChunk(
                          new Chunk(n, "common words " + part + ' ' + n, 1, List.of(), 4),
                          SampleChunks.random(random, MODEL.dimension())))
              .toList();
      index().replace(document("big", "d-" + i), MODEL, others);
      put("small", "d-" + i, "common 1", "common 2", "common 3", "common 4", "common 5");
    }
    ChunkQuery question = new ChunkQuery("common", vector("common"), ChunkFilter.ALL, 20);
    ChunkQuery withoutWords = new ChunkQuery("", vector("common"), ChunkFilter.ALL, 20);

    assertThat(index().search("small", MODEL, question)).hasSize(20);
    assertThat(index().search("small", MODEL, withoutWords)).hasSize(20);
    assertThat(index().search("big", MODEL, withoutWords)).hasSize(20);
  }

  @Test
  void a_directory_is_open_once() {
    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.STORE_LOCKED));
  }

  @Test
  void a_closed_index_says_so() {
    index().close();

    assertThatThrownBy(() -> search("text"))
        .isInstanceOfSatisfying(
            WaybillException.class, closed -> assertThat(closed.code()).isEqualTo(Code.CLOSED));
    assertThatThrownBy(() -> put("acme", "d-1", "text"))
        .isInstanceOfSatisfying(
            WaybillException.class, closed -> assertThat(closed.code()).isEqualTo(Code.CLOSED));
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

  private void put(String tenant, String document, String... texts) {
    index().replace(document(tenant, document), MODEL, chunks(texts));
  }

  private List<String> search(String text) {
    return texts(index().search("acme", MODEL, query(text)));
  }
}
