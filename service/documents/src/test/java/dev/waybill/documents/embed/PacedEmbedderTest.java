package dev.waybill.documents.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.conformance.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PacedEmbedderTest {

  private final ManualClock clock = new ManualClock();
  private final List<Duration> pauses = new ArrayList<>();
  private final CountingEmbedder counting = new CountingEmbedder();

  @Test
  void calls_are_spaced_evenly() throws EmbeddingException {
    Embedder paced = paced(6, 0);
    paced.embed(List.of("a"));
    paced.embed(List.of("b"));
    paced.embed(List.of("c"));
    assertThat(pauses).containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(20));
    clock.advance(Duration.ofMinutes(1));
    paced.embed(List.of("d"));
    assertThat(pauses).hasSize(2);
  }

  @Test
  void a_call_with_many_tokens_delays_the_next_one() throws EmbeddingException {
    Embedder paced = paced(0, 60);
    paced.embed(List.of("12345", "67890"));
    paced.embed(List.of("a"));
    assertThat(pauses).containsExactly(Duration.ofSeconds(10));
  }

  @Test
  void a_long_wait_is_left_to_the_job() throws EmbeddingException {
    Embedder paced = paced(1, 0);
    paced.embed(List.of("a"));
    EmbeddingException refused =
        catchThrowableOfType(EmbeddingException.class, () -> paced.embed(List.of("b")));
    assertThat(refused.retryAfter()).contains(Duration.ofMinutes(1));
    assertThat(counting.calls).hasSize(1);
  }

  @Test
  void without_limits_nothing_waits() throws EmbeddingException {
    Embedder paced = paced(0, 0);
    for (int i = 0; i < 100; i++) {
      paced.embed(List.of("a"));
    }
    assertThat(pauses).isEmpty();
  }

  @Test
  void batches_have_a_limit_of_tokens() throws EmbeddingException {
    Embedder batching = new BatchingEmbedder(counting, 10, 6);
    batching.embed(List.of("1234", "12", "1", "123456789", "1", "12345"));
    assertThat(counting.calls)
        .containsExactly(
            List.of("1234", "12"), List.of("1"), List.of("123456789"), List.of("1", "12345"));
  }

  @Test
  void a_call_takes_as_many_texts_as_the_setting_says() {
    List<String> texts = Collections.nCopies(200, "1");
    assertThat(new BatchingEmbedder(counting, 100, 1_000).inOneCall(texts)).isEqualTo(100);
    assertThat(new BatchingEmbedder(counting, 100, 30).inOneCall(texts)).isEqualTo(30);
    assertThat(new BatchingEmbedder(counting, 16, 1_000).inOneCall(texts)).isEqualTo(16);
  }

  private Embedder paced(long calls, long tokens) {
    return new PacedEmbedder(counting, calls, tokens, clock, pauses::add);
  }
}
