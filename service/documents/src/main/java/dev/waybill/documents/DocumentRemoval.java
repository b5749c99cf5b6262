package dev.waybill.documents;

import dev.waybill.document.Document;
import dev.waybill.documents.process.StageResults;
import dev.waybill.documents.process.Tools;
import dev.waybill.documents.record.DiagramRemoval;
import dev.waybill.documents.record.DocumentFacts;
import dev.waybill.message.ErasureReceipt.ErasedDocument;
import dev.waybill.spi.BlobStore;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/// Deletes documents of one tenant, with the diagrams that show them. The deletion is recorded
/// first, so that a job that is processing the document undoes what it stores, and a call that
/// failed half way can be repeated.
record DocumentRemoval(
    DocumentFacts facts, BlobStore blobs, DiagramRemoval diagrams, Supplier<Tools> tools) {

  /// Empty if there is no such document. A document that was deleted before has the time of that.
  Optional<ErasedDocument> remove(String id) {
    Optional<Document> document = facts.find(id);
    if (document.isEmpty()) {
      return facts.deletedAt(id).map(at -> new ErasedDocument(id, at));
    }
    Instant deletedAt = facts.markDeleted(id);
    Tools with = tools.get();
    with.index().remove(facts.tenant(), id);
    blobs.delete(facts.tenant(), document.get().content().key());
    new StageResults(blobs, facts, with.settings(), with.embedder().model()).delete(document.get());
    diagrams.removeShowing(id);
    facts.delete(id);
    return Optional.of(new ErasedDocument(id, deletedAt));
  }
}
