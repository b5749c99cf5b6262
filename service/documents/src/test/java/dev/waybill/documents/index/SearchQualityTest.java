package dev.waybill.documents.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.documents.embed.Embedder;
import dev.waybill.documents.embed.EmbeddingException;
import dev.waybill.documents.embed.LocalModel;
import dev.waybill.documents.index.LabeledSet.Question;
import dev.waybill.documents.index.LuceneChunkIndex.Ranking;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares the rankings on two labeled sets.
class SearchQualityTest {

  private static final int DEPTH = 10;

  @TempDir Path directory;

  /// How well the answers of the questions were found.
  ///
  /// @param first the share of questions whose answer is the first hit
  /// @param three the share of questions whose answer is among the first three hits
  /// @param rank the mean reciprocal rank of the answer
  private record Quality(double first, double three, double rank) {

    /// @param ranks of the answers, from 0; -1 for one that was not found
    static Quality of(List<Integer> ranks) {
      return new Quality(
          mean(ranks, rank -> rank == 0 ? 1 : 0),
          mean(ranks, rank -> rank >= 0 && rank < 3 ? 1 : 0),
          mean(ranks, rank -> rank < 0 ? 0 : 1.0 / (rank + 1)));
    }

    private static double mean(List<Integer> ranks, ToDoubleFunction<Integer> value) {
      return ranks.stream().mapToDouble(value).average().orElseThrow();
    }
  }

  /// The qualities of the three ways to search.
  private record Compared(Quality both, Quality words, Quality vectors) {

    void assertBothAreBest(Function<Quality, Double> measure) {
      assertThat(measure.apply(both))
          .as(toString())
          .isGreaterThan(measure.apply(words))
          .isGreaterThan(measure.apply(vectors));
    }
  }

  @Test
  void words_and_vectors_together_find_more_than_either_alone() throws Exception {
    try (LocalModel model = new LocalModel()) {
      Compared all = compare(LabeledSet.sentences(), model.embedder());
      assertThat(all.both().rank()).as(all.toString()).isGreaterThan(0.9);
      all.assertBothAreBest(Quality::rank);
    }
  }

  @Test
  void the_same_holds_for_a_set_that_no_ranking_was_tuned_with() throws Exception {
    try (LocalModel model = new LocalModel()) {
      Compared all = compare(LabeledSet.library(model.embedder()), model.embedder());
      assertThat(all.both().rank()).as(all.toString()).isGreaterThan(0.9);
      all.assertBothAreBest(Quality::rank);
      all.assertBothAreBest(Quality::first);
      all.assertBothAreBest(Quality::three);
    }
  }

  private Compared compare(LabeledSet set, Embedder embedder) throws EmbeddingException {
    try (LuceneChunkIndex index = LuceneChunkIndex.open(directory)) {
      set.fill(index, embedder);
      List<Integer> both = new ArrayList<>();
      List<Integer> words = new ArrayList<>();
      List<Integer> vectors = new ArrayList<>();
      for (Question question : set.questions()) {
        ChunkQuery query =
            new ChunkQuery(
                question.text(), embedder.embedQuery(question.text()), ChunkFilter.ALL, DEPTH);
        Function<Set<Ranking>, Integer> rank =
            by ->
                index.search(LabeledSet.TENANT, embedder.model(), query, by).stream()
                    .map(hit -> set.passage().apply(hit.chunk()))
                    .toList()
                    .indexOf(question.passage());
        both.add(rank.apply(EnumSet.allOf(Ranking.class)));
        words.add(rank.apply(EnumSet.of(Ranking.WORDS)));
        vectors.add(rank.apply(EnumSet.of(Ranking.VECTORS)));
      }
      return new Compared(Quality.of(both), Quality.of(words), Quality.of(vectors));
    }
  }
}
