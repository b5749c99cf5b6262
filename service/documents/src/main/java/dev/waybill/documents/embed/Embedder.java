package dev.waybill.documents.embed;

import java.util.List;

/// Turns texts into vectors by one model. Safe for several threads.
public interface Embedder {

  /// Unless a model has another limit.
  int TEXTS_PER_CALL = 64;

  EmbeddingModel model();

  /// How many tokens a text has for this model, or an estimate.
  int tokens(String text);

  /// One vector per text, in order. Splits the texts into batches as the model requires.
  ///
  /// @throws EmbeddingException if the model or its service refuses or fails
  Embedded embed(List<String> texts, Purpose purpose) throws EmbeddingException;

  /// How many of these texts, from the first on, are embedded by one call of the model.
  default int inOneCall(List<String> texts) {
    return Math.min(texts.size(), TEXTS_PER_CALL);
  }

  /// The vectors of texts to be found.
  default List<Vector> embed(List<String> texts) throws EmbeddingException {
    return embed(texts, Purpose.DOCUMENT).vectors();
  }

  /// The vector of a text to search with.
  default Vector embedQuery(String text) throws EmbeddingException {
    return embed(List.of(text), Purpose.QUERY).vectors().getFirst();
  }

  /// Some models have different vectors for texts to be found and for texts to search with.
  enum Purpose {
    DOCUMENT,
    QUERY
  }

  /// @param tokens how many tokens the texts had, as the service counts them
  record Embedded(List<Vector> vectors, long tokens) {

    public Embedded {
      vectors = List.copyOf(vectors);
    }
  }
}
