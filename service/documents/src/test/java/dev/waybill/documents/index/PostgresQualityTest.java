package dev.waybill.documents.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.PostgresServer;
import dev.waybill.documents.embed.Embedder;
import dev.waybill.documents.embed.LocalModel;
import dev.waybill.documents.index.LabeledSet.Question;
import dev.waybill.documents.index.postgres.PostgresAddress;
import dev.waybill.documents.index.postgres.PostgresChunkIndex;
import org.junit.jupiter.api.Test;

/// The ranking of PostgreSQL on the labeled set that no ranking was tuned with.
class PostgresQualityTest {

  @Test
  void the_mean_reciprocal_rank_of_answers_is_close_to_that_of_lucene() throws Exception {
    try (PostgresServer server = new PostgresServer("fsync=off");
        ChunkIndex index = PostgresChunkIndex.open(PostgresAddress.read(server.url("postgres")));
        LocalModel model = new LocalModel()) {
      Embedder embedder = model.embedder();
      LabeledSet set = LabeledSet.library(embedder);
      set.fill(index, embedder);
      double sum = 0;
      for (Question question : set.questions()) {
        ChunkQuery query =
            new ChunkQuery(
                question.text(), embedder.embedQuery(question.text()), ChunkFilter.ALL, 10);
        int rank =
            index.search(LabeledSet.TENANT, embedder.model(), query).stream()
                .map(hit -> set.passage().apply(hit.chunk()))
                .toList()
                .indexOf(question.passage());
        sum += rank < 0 ? 0 : 1.0 / (rank + 1);
      }
      assertThat(sum / set.questions().size()).isGreaterThan(0.9);
    }
  }
}
