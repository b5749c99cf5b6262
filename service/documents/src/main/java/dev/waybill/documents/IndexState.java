package dev.waybill.documents;

import dev.waybill.documents.embed.EmbeddingModel;
import dev.waybill.documents.process.Tools;
import dev.waybill.documents.record.EmbeddedWith;
import java.time.Instant;

/// Whether searches find every document that is ready: the index is filled, and all documents have
/// vectors of the current model.
final class IndexState {

  private final EmbeddedWith embedded;
  private volatile boolean complete;

  IndexState(EmbeddedWith embedded) {
    this.embedded = embedded;
  }

  /// Once it is complete it stays so while the server runs.
  boolean isComplete(Tools tools) {
    if (!complete) {
      complete = tools.index().isComplete() && embedded.is(text(tools.embedder().model()));
    }
    return complete;
  }

  void markComplete(Tools tools, Instant at) {
    tools.index().markComplete();
    embedded.record(text(tools.embedder().model()), at);
    complete = true;
  }

  private static String text(EmbeddingModel model) {
    return model.name() + " " + model.dimension();
  }
}
