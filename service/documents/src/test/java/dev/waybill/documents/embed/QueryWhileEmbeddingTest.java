package dev.waybill.documents.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.documents.embed.Embedder.Purpose;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class QueryWhileEmbeddingTest {

  private static final String SLOW = "slow";

  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  /// A model that does not finish one text until it is told to.
  private final class SlowModel implements TextModel {

    @Override
    public Result embed(String text) {
      if (text.equals(SLOW)) {
        reached.countDown();
        try {
          released.await();
        } catch (InterruptedException stopped) {
          Thread.currentThread().interrupt();
        }
      }
      return new Result(Vector.of(new float[] {1}), 1);
    }

    @Override
    public void close() {}
  }

  @Test
  void a_query_does_not_wait_for_a_document() throws Exception {
    try (LocalEmbedder embedder = new LocalEmbedder(1, _ -> new SlowModel());
        ExecutorService callers = Executors.newCachedThreadPool()) {
      try {
        Future<List<Vector>> document = callers.submit(() -> embedder.embed(List.of(SLOW)));
        reached.await();
        Future<Vector> query = callers.submit(() -> embedder.embedQuery("gull"));
        assertThat(query.get(30, TimeUnit.SECONDS)).isNotNull();
        assertThat(document.isDone()).isFalse();
      } finally {
        released.countDown();
      }
    }
  }

  @Test
  void a_closed_model_refuses_queries() throws Exception {
    LocalEmbedder embedder = new LocalEmbedder(1, _ -> new SlowModel());
    assertThat(embedder.embed(List.of("gull"), Purpose.DOCUMENT).vectors()).hasSize(1);
    embedder.close();
    assertThatThrownBy(() -> embedder.embedQuery("gull"))
        .isInstanceOf(EmbeddingException.class)
        .hasMessageContaining("closed");
  }
}
