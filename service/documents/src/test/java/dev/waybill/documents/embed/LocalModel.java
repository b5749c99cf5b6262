package dev.waybill.documents.embed;

/// The local model for tests of other packages.
public final class LocalModel implements AutoCloseable {

  private final LocalEmbedder embedder = new LocalEmbedder(2);

  public Embedder embedder() {
    return embedder;
  }

  @Override
  public void close() {
    embedder.close();
  }
}
