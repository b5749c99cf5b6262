package dev.waybill.documents.index;

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
import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.embed.EmbeddingModel;
import dev.waybill.documents.parse.FileType;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What every index of chunks promises.
public abstract class ChunkIndexConformance {

  private static final String TENANT = "acme";

  private ChunkIndex index;

  /// A new and empty index, or the same one again.
  protected abstract ChunkIndex open();

  @BeforeEach
  void openIndex() {
    index = open();
  }

  @AfterEach
  void closeIndex() {
    index.close();
  }

  protected final ChunkIndex index() {
    return index;
  }

  protected final void reopen() {
    index.close();
    index = open();
  }

  private void put(String document, String... texts) {
    index.replace(document(TENANT, document), MODEL, chunks(texts));
  }

  private List<ChunkHit> search(String text) {
    return index.search(TENANT, MODEL, query(text));
  }

  @Test
  void a_chunk_is_found_with_everything_that_is_known_about_it() {
    IndexedDocument document =
        new IndexedDocument(TENANT, "s-7", "d-1", "Räder & Co.pdf", FileType.PDF, MORNING);
    Chunk chunk = new Chunk(3, "The wheels turn.\n", 12, List.of("Cars", "Parts"), 4);
    index.replace(document, MODEL, List.of(new EmbeddedChunk(chunk, vector("The wheels turn.\n"))));

    assertThat(search("The wheels turn.\n"))
        .singleElement()
        .satisfies(
            hit -> {
              assertThat(hit.document()).isEqualTo(document);
              assertThat(hit.chunk()).isEqualTo(chunk);
              assertThat(hit.score()).isPositive();
            });
  }

  @Test
  void the_nearest_vector_comes_first() {
    put("d-1", "one", "two", "three", "four", "five");

    assertThat(texts(search("three"))).startsWith("three").hasSize(5);
  }

  @Test
  void a_replacement_takes_the_place_of_all_earlier_chunks() {
    put("d-1", "old one", "old two", "old three");
    put("d-1", "new one");

    assertThat(texts(search("old two"))).containsExactly("new one");
  }

  @Test
  void a_replacement_without_chunks_leaves_none() {
    put("d-1", "old one");
    put("d-1");

    assertThat(search("old one")).isEmpty();
    assertThat(index.remove(TENANT, "d-1")).isFalse();
  }

  @Test
  void removing_says_whether_there_was_something() {
    put("d-1", "one", "two");
    put("d-2", "three");

    assertThat(index.remove("other", "d-1")).isFalse();
    assertThat(index.remove(TENANT, "d-1")).isTrue();
    assertThat(index.remove(TENANT, "d-1")).isFalse();
    assertThat(texts(search("one"))).containsExactly("three");
  }

  @Test
  void everything_is_there_after_opening_again() {
    put("d-1", "one");
    put("d-2", "two");
    index.remove(TENANT, "d-2");
    reopen();

    assertThat(texts(search("one"))).containsExactly("one");
  }

  @Test
  void an_index_is_incomplete_until_marked() {
    assertThat(index.isComplete()).isFalse();
    put("d-1", "one");
    assertThat(index.isComplete()).isFalse();
    index.markComplete();
    assertThat(index.isComplete()).isTrue();
    put("d-1", "two");
    reopen();
    assertThat(index.isComplete()).isTrue();
    assertThat(texts(search("two"))).containsExactly("two");
  }

  @Test
  void tenants_do_not_see_each_other() {
    put("d-1", "mine");
    index.replace(document("other", "d-1"), MODEL, chunks("theirs"));

    assertThat(texts(search("theirs"))).containsExactly("mine");
    assertThat(texts(index.search("other", MODEL, query("mine")))).containsExactly("theirs");
    assertThat(index.search("nobody", MODEL, query("mine"))).isEmpty();
  }

  @Test
  void a_search_can_be_restricted() {
    save("s-1", "d-1", FileType.PDF, MORNING);
    save("s-1", "d-2", FileType.HTML, MORNING.plusSeconds(60));
    save("s-2", "d-3", FileType.PDF, MORNING.plusSeconds(120));

    assertThat(found(ChunkFilter.ALL)).containsExactlyInAnyOrder("d-1", "d-2", "d-3");
    assertThat(found(ChunkFilter.session("s-1"))).containsExactlyInAnyOrder("d-1", "d-2");
    assertThat(found(filter(Set.of("d-2", "d-3"), Set.of())))
        .containsExactlyInAnyOrder("d-2", "d-3");
    assertThat(found(filter(Set.of(), Set.of(FileType.PDF))))
        .containsExactlyInAnyOrder("d-1", "d-3");
    assertThat(found(filter(Set.of("d-2"), Set.of(FileType.PDF)))).isEmpty();
    assertThat(found(between(MORNING, MORNING.plusSeconds(60)))).containsExactly("d-1");
    assertThat(found(new ChunkFilter(Set.of(), Set.of(), Set.of(), MORNING.plusSeconds(60), null)))
        .containsExactlyInAnyOrder("d-2", "d-3");
  }

  private void save(String session, String id, FileType type, Instant at) {
    index.replace(
        new IndexedDocument(TENANT, session, id, id, type, at), MODEL, chunks("text of " + id));
  }

  private static ChunkFilter filter(Set<String> documents, Set<FileType> types) {
    return new ChunkFilter(Set.of(), documents, types, null, null);
  }

  private static ChunkFilter between(Instant from, Instant to) {
    return new ChunkFilter(Set.of(), Set.of(), Set.of(), from, to);
  }

  private List<String> found(ChunkFilter filter) {
    return index.search(TENANT, MODEL, query("text", filter)).stream()
        .map(hit -> hit.document().id())
        .toList();
  }

  @Test
  void a_search_sees_the_vectors_of_its_model_only() {
    EmbeddingModel large = new EmbeddingModel("Vendor/Large_2", 3_072, 256);
    Chunk chunk = new Chunk(0, "of the large model", 0, List.of(), 4);
    put("d-1", "of the small model");
    index.replace(
        document(TENANT, "d-2"),
        large,
        List.of(new EmbeddedChunk(chunk, vector("large", large.dimension()))));
    ChunkQuery question =
        new ChunkQuery("model", vector("large", large.dimension()), ChunkFilter.ALL, 10);

    assertThat(texts(search("model"))).containsExactly("of the small model");
    assertThat(texts(index.search(TENANT, large, question))).containsExactly("of the large model");
  }

  @Test
  void a_document_has_chunks_of_one_model_at_a_time() {
    EmbeddingModel next = new EmbeddingModel("next", 4, 256);
    put("d-1", "text");
    index.replace(
        document(TENANT, "d-1"),
        next,
        List.of(new EmbeddedChunk(new Chunk(0, "text", 0, List.of(), 1), vector("text", 4))));

    assertThat(search("text")).isEmpty();
    assertThat(
            index.search(
                TENANT, next, new ChunkQuery("text", vector("text", 4), ChunkFilter.ALL, 1)))
        .hasSize(1);
    assertThat(index.remove(TENANT, "d-1")).isTrue();
  }

  @Test
  void a_model_that_nobody_used_finds_nothing() {
    put("d-1", "text");

    assertThat(index.search(TENANT, new EmbeddingModel("unused", 8, 256), query("text"))).isEmpty();
  }

  @Test
  void a_vector_of_another_dimension_is_refused() {
    EmbeddingModel other = new EmbeddingModel("other", 9, 256);

    assertThatThrownBy(() -> index.replace(document(TENANT, "d-1"), other, chunks("text")))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT));
    assertThatThrownBy(() -> index.search(TENANT, other, query("text")))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT));
  }

  @Test
  void a_search_returns_at_most_its_limit() {
    put("d-1", IntStream.range(0, 150).mapToObj(i -> "text " + i).toArray(String[]::new));
    ChunkQuery all = new ChunkQuery("text", vector("text"), ChunkFilter.ALL, ChunkQuery.MAX_LIMIT);

    assertThat(index.search(TENANT, MODEL, all)).hasSize(100);
    assertThat(search("text")).hasSize(10);
  }

  @Test
  void searches_see_a_whole_document_or_nothing_of_it() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    put("d-1", version(0));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> writing =
          threads.submit(
              () -> {
                for (int i = 1; i <= 20; i++) {
                  put("d-1", version(i));
                }
                done.set(true);
              });
      while (!done.get() && !writing.isDone()) {
        assertThat(texts(search("part"))).hasSize(5).satisfies(ChunkIndexConformance::isOneVersion);
      }
      writing.get();
    }
    assertThat(texts(search("part"))).contains("part 0 of version 20");
  }

  private static String[] version(int version) {
    return IntStream.range(0, 5)
        .mapToObj(part -> "part " + part + " of version " + version)
        .toArray(String[]::new);
  }

  private static void isOneVersion(List<? extends String> texts) {
    assertThat(texts.stream().map(text -> text.substring(text.lastIndexOf(' '))).distinct())
        .hasSize(1);
  }

  @Test
  void concurrent_changes_are_all_there() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all =
          IntStream.range(0, 40)
              .<Future<?>>mapToObj(i -> threads.submit(() -> put("d-" + i, "text " + i)))
              .toList();
      for (Future<?> one : all) {
        one.get();
      }
    }
    ChunkQuery many = new ChunkQuery("text", vector("text"), ChunkFilter.ALL, 100);

    assertThat(index.search(TENANT, MODEL, many)).hasSize(40);
  }

  @Test
  void any_text_can_be_searched() {
    put("d-1", "plain words");
    for (String text : hostileTexts()) {
      assertThat(texts(index.search(TENANT, MODEL, query(text)))).containsExactly("plain words");
    }
  }

  private static List<String> hostileTexts() {
    return List.of(
        "",
        " \u0000\u0001\u001b[2J\r\n\t\u202e\ud800",
        "pla* OR text:[a TO z] AND (\"unclosed ~5 ^9 \\ /re+gex/ *:* ?",
        "word ".repeat(6_554),
        "x".repeat(32_768),
        String.join(" ", IntStream.range(0, 1_000).mapToObj(i -> "word" + i).toList()),
        "\u00e9\u0301".repeat(10_000));
  }
}
