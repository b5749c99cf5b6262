package dev.waybill.documents.embed;

import dev.waybill.documents.remote.ModelException;
import dev.waybill.documents.remote.Pace;
import dev.waybill.documents.remote.Pausing;
import java.time.InstantSource;
import java.util.List;

/// Limits the calls and tokens per minute.
final class PacedEmbedder extends ForwardingEmbedder {

  private final Pace pace;

  /// @param calls per minute; 0 for no limit
  /// @param tokens per minute; 0 for no limit
  PacedEmbedder(Embedder next, long calls, long tokens, InstantSource clock, Pausing pausing) {
    super(next);
    Pace.Rate rate =
        new Pace.Rate(
            calls,
            tokens,
            "the rate limit of embeddings is reached (documents.embedding.rate_calls and"
                + " rate_tokens)");
    this.pace = new Pace(rate, clock, pausing);
  }

  @Override
  public Embedded embed(List<String> texts, Purpose purpose) throws EmbeddingException {
    try {
      pace.await(texts.stream().mapToLong(this::tokens).sum());
    } catch (ModelException early) {
      throw EmbeddingException.of(early);
    }
    return next.embed(texts, purpose);
  }
}
