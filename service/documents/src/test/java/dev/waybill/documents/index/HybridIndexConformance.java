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
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What every index of chunks promises that ranks by words and by vectors.
public abstract class HybridIndexConformance extends ChunkIndexConformance {

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
          IntStream.range(0, 1_000)
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
  void a_closed_index_says_so() {
    index().close();

    assertThatThrownBy(() -> search("text"))
        .isInstanceOfSatisfying(
            WaybillException.class, closed -> assertThat(closed.code()).isEqualTo(Code.CLOSED));
    assertThatThrownBy(() -> put("acme", "d-1", "text"))
        .isInstanceOfSatisfying(
            WaybillException.class, closed -> assertThat(closed.code()).isEqualTo(Code.CLOSED));
  }

  @Test
  void a_chunk_must_have_half_of_the_words_of_a_query_or_four_of_many() {
    put("acme", "d-1", IntStream.range(0, 200).mapToObj(i -> "text " + i).toArray(String[]::new));
    Vector far = Vector.of(new float[MODEL.dimension()]);
    Chunk chunk = new Chunk(0, "alpha beta gamma delta", 1, List.of(), 4);
    index().replace(document("acme", "d-2"), MODEL, List.of(new EmbeddedChunk(chunk, far)));

    assertThat(search("alpha one")).contains(chunk.text());
    assertThat(search("alpha one two")).doesNotContain(chunk.text());
    assertThat(search("alpha beta one two")).contains(chunk.text());
    assertThat(search("alpha beta gamma " + "one two three four five six"))
        .doesNotContain(chunk.text());
    assertThat(search("alpha beta gamma delta " + manyWords())).contains(chunk.text());
    assertThat(search("alpha beta gamma " + manyWords())).doesNotContain(chunk.text());
  }

  private static String manyWords() {
    return String.join(" ", IntStream.range(0, 60).mapToObj(i -> "other" + i).toList());
  }

  protected final void put(String tenant, String document, String... texts) {
    index().replace(document(tenant, document), MODEL, chunks(texts));
  }

  protected final List<String> search(String text) {
    return texts(index().search("acme", MODEL, query(text)));
  }
}
