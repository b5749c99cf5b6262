package dev.waybill.documents.embed;

import dev.waybill.documents.remote.ModelException;
import dev.waybill.documents.remote.Pausing;
import dev.waybill.documents.remote.Retries;
import java.util.List;

/// Tries a call again after a short failure of the service.
final class RetryingEmbedder extends ForwardingEmbedder {

  private final Retries retries;

  RetryingEmbedder(Embedder next, Pausing pausing) {
    super(next);
    this.retries = new Retries(pausing);
  }

  @Override
  public Embedded embed(List<String> texts, Purpose purpose) throws EmbeddingException {
    try {
      return retries.call(() -> next.embed(texts, purpose));
    } catch (ModelException failed) {
      throw EmbeddingException.of(failed);
    }
  }
}
