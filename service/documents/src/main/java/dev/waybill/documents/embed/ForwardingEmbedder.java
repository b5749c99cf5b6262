package dev.waybill.documents.embed;

/// An embedder around another one.
abstract class ForwardingEmbedder implements Embedder {

  final Embedder next;

  ForwardingEmbedder(Embedder next) {
    this.next = next;
  }

  @Override
  public final EmbeddingModel model() {
    return next.model();
  }

  @Override
  public final int tokens(String text) {
    return next.tokens(text);
  }
}
