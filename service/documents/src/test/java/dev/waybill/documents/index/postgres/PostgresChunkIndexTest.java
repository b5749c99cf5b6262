package dev.waybill.documents.index.postgres;

import static dev.waybill.documents.index.SampleChunks.MODEL;
import static dev.waybill.documents.index.SampleChunks.MORNING;
import static dev.waybill.documents.index.SampleChunks.chunks;
import static dev.waybill.documents.index.SampleChunks.document;
import static dev.waybill.documents.index.SampleChunks.query;
import static dev.waybill.documents.index.SampleChunks.texts;
import static dev.waybill.documents.index.SampleChunks.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.conformance.PostgresServer;
import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.embed.EmbeddingModel;
import dev.waybill.documents.index.ChunkFilter;
import dev.waybill.documents.index.ChunkHit;
import dev.waybill.documents.index.ChunkIndex;
import dev.waybill.documents.index.ChunkQuery;
import dev.waybill.documents.index.EmbeddedChunk;
import dev.waybill.documents.index.HybridIndexConformance;
import dev.waybill.documents.index.IndexedDocument;
import dev.waybill.documents.parse.FileType;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PostgresChunkIndexTest extends HybridIndexConformance {

  private final TestDatabase database = TestDatabase.on(PostgresServer.shared());

  @Override
  protected ChunkIndex open() {
    return database.open();
  }

  @Test
  void servers_that_start_at_the_same_time_share_one_index() throws Exception {
    TestDatabase fresh = TestDatabase.on(PostgresServer.shared());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all =
          IntStream.range(0, 6)
              .<Future<?>>mapToObj(i -> threads.submit(() -> openAndPut(fresh, "d-" + i)))
              .toList();
      for (Future<?> one : all) {
        one.get();
      }
    }

    assertThat(fresh.value("SELECT count(*) FROM waybill_chunk_models")).isEqualTo("1");
    assertThat(fresh.value("SELECT count(*) FROM waybill_chunks_1")).isEqualTo("6");
  }

  private static void openAndPut(TestDatabase database, String document) {
    try (ChunkIndex index = database.open()) {
      index.replace(document("acme", document), MODEL, chunks("text"));
    }
  }

  @Test
  void two_servers_see_whole_replacements_of_each_other() throws Exception {
    put("acme", "d-1", version("a", 0));
    try (ChunkIndex other = open();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> here = threads.submit(() -> replaceOften(index(), "b"));
      Future<?> there = threads.submit(() -> replaceOften(other, "c"));
      while (!here.isDone() || !there.isDone()) {
        for (ChunkIndex server : List.of(index(), other)) {
          List<String> found = texts(server.search("acme", MODEL, query("part")));
          assertThat(found).hasSize(5);
          assertThat(found.stream().map(text -> text.replaceFirst("part . ", "")).distinct())
              .hasSize(1);
        }
      }
      here.get();
      there.get();
    }
    assertThat(database.value("SELECT count(*) FROM waybill_chunks_1")).isEqualTo("5");
  }

  private static void replaceOften(ChunkIndex index, String writer) {
    for (int i = 1; i <= 15; i++) {
      index.replace(document("acme", "d-1"), MODEL, chunks(version(writer, i)));
    }
  }

  private static String[] version(String writer, int version) {
    return IntStream.range(0, 5)
        .mapToObj(part -> "part %d of %s %d".formatted(part, writer, version))
        .toArray(String[]::new);
  }

  @Test
  void quotes_nul_bytes_and_a_megabyte_are_text() {
    String text = "It's \\ a 'quoted' & | ! <-> :* word\0 \"; DROP TABLE waybill_chunks_1; --";
    IndexedDocument document =
        new IndexedDocument("acme", "s'\\", "d'\0", "n\0'\\.txt", FileType.TEXT, MORNING);
    Chunk chunk = new Chunk(0, text, 1, List.of("h\0'\\", "{a,\"b\"}"), 3);
    index().replace(document, MODEL, List.of(new EmbeddedChunk(chunk, vector(text))));
    ChunkFilter filter =
        new ChunkFilter(Set.of("s'\\", "\0"), Set.of("d'\0"), Set.of(), null, null);

    assertThat(hits(new ChunkQuery(text, vector("any"), filter, 1)))
        .singleElement()
        .satisfies(
            hit -> {
              assertThat(hit.chunk().text()).isEqualTo(text.replace('\0', '\uFFFD'));
              assertThat(hit.chunk().headings()).containsExactly("h\uFFFD'\\", "{a,\"b\"}");
              assertThat(hit.highlights()).isNotEmpty();
            });
    assertThat(hits(new ChunkQuery("word ' \\ \0 ".repeat(100_000), vector("x"), filter, 1)))
        .hasSize(1);
    assertThat(index().remove("acme", "d'\0")).isTrue();
  }

  private List<ChunkHit> hits(ChunkQuery query) {
    return index().search("acme", MODEL, query);
  }

  @Test
  void a_chunk_of_a_megabyte_is_stored() {
    String[] words = IntStream.range(0, 150_000).mapToObj(i -> "w" + i).toArray(String[]::new);
    put("acme", "d-1", String.join(" ", words), "x".repeat(1_000_000));

    assertThat(search("w7 w8")).hasSize(2).first().asString().startsWith("w0");
  }

  /// The graph has no vectors of length 0, so it does not reach the chunks of the second document.
  @Test
  void chunks_that_the_graph_does_not_reach_are_found_by_comparing_all() {
    put("acme", "d-1", "first");
    database.execute(
        """
        INSERT INTO waybill_chunks_1 (%s, words, vector)
        SELECT 'acme', 'd-2', 's', 'n', 'text', 0, i, 'text', 0, '{}', 1, '', '[0,0,0,0,0,0,0,0]'
        FROM generate_series(1, 10500) AS i
        """
            .formatted(ChunkRow.COLUMNS));
    // Otherwise the database may prefer to compare all by itself.
    database.execute("ALTER DATABASE " + database.name() + " SET enable_sort = off");
    reopen();
    ChunkQuery query = new ChunkQuery("", vector("first"), ChunkFilter.ALL, 100);

    assertThat(texts(hits(query))).hasSize(100).startsWith("first");
  }

  @Test
  void a_model_with_too_many_dimensions_is_refused() {
    EmbeddingModel huge = new EmbeddingModel("huge", 4_001, 256);
    EmbeddedChunk chunk =
        new EmbeddedChunk(new Chunk(0, "text", 0, List.of(), 1), vector("text", 4_001));

    assertThatThrownBy(() -> index().replace(document("acme", "d-1"), huge, List.of(chunk)))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT));
    put("acme", "d-1", "text");
    assertThat(search("text")).containsExactly("text");
  }
}
