package dev.waybill.documents.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.embed.Embedder;
import dev.waybill.documents.embed.EmbeddingException;
import dev.waybill.documents.embed.LocalModel;
import dev.waybill.documents.embed.Vector;
import dev.waybill.documents.index.LuceneChunkIndex.Ranking;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares the rankings on a labeled set: passages on general knowledge, and questions with the
/// passage that answers them. The measure is the mean reciprocal rank of that passage.
class SearchQualityTest {

  private static final int DEPTH = 10;
  private static final String TENANT = "acme";

  private record Labeled(String passage, String text) {}

  private record Question(String passage, ChunkQuery query) {}

  @Test
  void words_and_vectors_together_find_more_than_either_alone(@TempDir Path directory)
      throws Exception {
    try (LuceneChunkIndex index = LuceneChunkIndex.open(directory);
        LocalModel model = new LocalModel()) {
      fill(index, model.embedder());
      List<Question> questions = questions(model.embedder());
      double both = quality(index, model.embedder(), questions, EnumSet.allOf(Ranking.class));
      double words = quality(index, model.embedder(), questions, Set.of(Ranking.WORDS));
      double vectors = quality(index, model.embedder(), questions, Set.of(Ranking.VECTORS));

      String figures = "both %.3f, words %.3f, vectors %.3f".formatted(both, words, vectors);
      assertThat(both).as(figures).isGreaterThan(0.9).isGreaterThan(words).isGreaterThan(vectors);
    }
  }

  private static void fill(LuceneChunkIndex index, Embedder embedder)
      throws IOException, EmbeddingException {
    List<Labeled> passages = labeled("passages.tsv");
    List<Vector> vectors = embedder.embed(passages.stream().map(Labeled::text).toList());
    List<EmbeddedChunk> chunks = new ArrayList<>();
    for (int i = 0; i < passages.size(); i++) {
      Labeled passage = passages.get(i);
      Chunk chunk = new Chunk(i, passage.text(), 1, List.of(), 1);
      chunks.add(new EmbeddedChunk(chunk, vectors.get(i)));
    }
    index.replace(SampleChunks.document(TENANT, "passages"), embedder.model(), chunks);
  }

  private static List<Question> questions(Embedder embedder)
      throws IOException, EmbeddingException {
    List<Labeled> passages = labeled("passages.tsv");
    List<Question> questions = new ArrayList<>();
    for (Labeled question : labeled("questions.tsv")) {
      String answer =
          passages.stream()
              .filter(passage -> passage.passage().equals(question.passage()))
              .findFirst()
              .orElseThrow()
              .text();
      questions.add(
          new Question(
              answer,
              new ChunkQuery(
                  question.text(), embedder.embedQuery(question.text()), ChunkFilter.ALL, DEPTH)));
    }
    return questions;
  }

  private static double quality(
      LuceneChunkIndex index, Embedder embedder, List<Question> questions, Set<Ranking> by) {
    return questions.stream()
        .mapToDouble(
            question -> {
              List<ChunkHit> hits = index.search(TENANT, embedder.model(), question.query(), by);
              int rank = SampleChunks.texts(hits).indexOf(question.passage());
              return rank < 0 ? 0 : 1.0 / (rank + 1);
            })
        .average()
        .orElseThrow();
  }

  /// Lines with the name of a passage, a tab and a text.
  private static List<Labeled> labeled(String resource) throws IOException {
    try (InputStream in = SearchQualityTest.class.getResourceAsStream(resource)) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .map(line -> line.split("\t", 2))
          .map(parts -> new Labeled(parts[0], parts[1]))
          .toList();
    }
  }
}
