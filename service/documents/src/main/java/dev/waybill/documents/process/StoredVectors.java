package dev.waybill.documents.process;

import dev.waybill.document.Document;
import dev.waybill.documents.index.IndexedDocument;
import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.process.StageFiles.Vectors;
import dev.waybill.documents.record.DocumentFacts;
import dev.waybill.spi.BlobStore;
import java.util.Optional;

/// Puts the stored vectors of one tenant into the index.
public final class StoredVectors {

  private final DocumentFacts facts;
  private final StageResults results;
  private final Tools tools;

  public StoredVectors(DocumentFacts facts, BlobStore blobs, Tools tools) {
    this(facts, new StageResults(blobs, facts, tools.settings(), tools.embedder().model()), tools);
  }

  StoredVectors(DocumentFacts facts, StageResults results, Tools tools) {
    this.facts = facts;
    this.results = results;
    this.tools = tools;
  }

  /// Puts a document that is ready into the index again; false if it has no vectors of the current
  /// model, and must therefore be processed.
  public boolean restore(Document document) {
    Document.Indexed indexed = document.progress().indexed();
    boolean current =
        indexed != null && tools.embedder().model().made(indexed.model(), indexed.dimension());
    Optional<Vectors> vectors = current ? results.vectors(document) : Optional.empty();
    vectors.ifPresent(found -> store(document, found));
    var _ = undoIfDeleted(document);
    return vectors.isPresent();
  }

  /// Puts all chunks in place at once.
  void store(Document document, Vectors vectors) {
    tools.index().replace(indexed(document), tools.embedder().model(), vectors.all());
  }

  /// Removes everything that was stored of a document after it was deleted; false if it was not
  /// deleted. Call it after the last change: the deletion may come at any time.
  boolean undoIfDeleted(Document document) {
    if (facts.deletedAt(document.id()).isEmpty()) {
      return false;
    }
    tools.index().remove(facts.tenant(), document.id());
    results.delete(document);
    facts.delete(document.id());
    return true;
  }

  private IndexedDocument indexed(Document document) {
    return new IndexedDocument(
        facts.tenant(),
        document.session(),
        document.id(),
        document.name(),
        FileType.of(document.content().type()).orElseThrow(),
        document.createdAt());
  }
}
