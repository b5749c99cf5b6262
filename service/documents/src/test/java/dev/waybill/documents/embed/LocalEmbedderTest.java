package dev.waybill.documents.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// The real model, loaded once.
final class LocalEmbedderTest {

  /// Versions of ONNX Runtime round the numbers of 8 bits differently, most of all in short texts.
  private static final float SAME = 0.98f;

  private static final LocalEmbedder LOCAL = new LocalEmbedder(2);

  @AfterAll
  static void close() {
    LOCAL.close();
  }

  @Test
  void vectors_are_those_of_another_implementation() throws Exception {
    for (Golden golden : withVectors()) {
      assertThat(LOCAL.embedQuery(golden.text()).similarity(golden.vector()))
          .as(golden.text())
          .isGreaterThan(SAME);
    }
  }

  private static List<Golden> withVectors() throws IOException {
    List<Golden> vectors = Golden.all().stream().filter(Golden::hasVector).toList();
    assertThat(vectors).hasSizeGreaterThan(4);
    return vectors;
  }

  @Test
  void related_texts_are_nearer_than_unrelated_ones() throws EmbeddingException {
    List<Vector> found =
        LOCAL.embed(
            List.of(
                "Refunds are paid within 14 days to the card that was used for the order.",
                "The harbor is closed to ships of more than 80 meters in winter.",
                "Bake the bread for 40 minutes until the crust is brown."));
    assertNearest(LOCAL.embedQuery("How long does it take to get my money back?"), found, 0);
    assertNearest(LOCAL.embedQuery("Can large vessels enter the port?"), found, 1);
    assertNearest(LOCAL.embedQuery("recipe for a loaf"), found, 2);
  }

  private static void assertNearest(Vector query, List<Vector> found, int expected) {
    for (int i = 0; i < found.size(); i++) {
      if (i != expected) {
        assertThat(query.similarity(found.get(expected)))
            .isGreaterThan(query.similarity(found.get(i)) + 0.1f);
      }
    }
  }

  @Test
  void a_vector_does_not_depend_on_the_other_texts_of_a_call() throws EmbeddingException {
    List<String> texts = List.of("one", "a longer text about ships and harbors", "one", "");
    Embedder.Embedded together = LOCAL.embed(texts, Embedder.Purpose.DOCUMENT);
    for (int i = 0; i < texts.size(); i++) {
      assertThat(together.vectors().get(i)).isEqualTo(LOCAL.embedQuery(texts.get(i)));
    }
    assertThat(together.tokens()).isEqualTo(texts.stream().mapToLong(LOCAL::tokens).sum());
  }

  @Test
  void vectors_have_length_1_and_the_dimension_of_the_model() throws EmbeddingException {
    Vector vector = LOCAL.embedQuery("a text");
    assertThat(vector.dimension()).isEqualTo(LOCAL.model().dimension());
    assertThat(vector.similarity(vector))
        .isCloseTo(1f, org.assertj.core.data.Offset.offset(0.0001f));
  }

  @Test
  void no_text_has_no_vector() throws EmbeddingException {
    assertThat(LOCAL.embed(List.of())).isEmpty();
  }

  @Test
  void a_closed_model_fails_calls_so_that_they_are_tried_elsewhere() {
    LocalEmbedder closed = new LocalEmbedder(1);
    closed.close();
    closed.close();
    EmbeddingException refused =
        catchThrowableOfType(EmbeddingException.class, () -> closed.embed(List.of("text")));
    assertThat(refused.isRetryable()).isTrue();
  }

  @Test
  void an_interrupt_ends_a_call_and_stays_set() {
    Thread.currentThread().interrupt();
    EmbeddingException interrupted =
        catchThrowableOfType(EmbeddingException.class, () -> LOCAL.embed(List.of("a", "b")));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(interrupted.isRetryable()).isTrue();
  }

  @Test
  void vectors_of_another_model_or_dimension_must_be_made_again() {
    EmbeddingModel model = LOCAL.model();
    assertThat(model.made(model.name(), model.dimension())).isTrue();
    assertThat(model.made("other", model.dimension())).isFalse();
    assertThat(model.made(model.name(), model.dimension() + 1)).isFalse();
  }
}
