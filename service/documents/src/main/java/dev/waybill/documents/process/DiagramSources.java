package dev.waybill.documents.process;

import dev.waybill.document.Diagram;
import dev.waybill.document.Diagram.LeftOut;
import dev.waybill.document.Diagram.LeftOut.Reason;
import dev.waybill.document.Document;
import dev.waybill.document.IngestionMessage;
import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.diagram.DiagramDocument;
import dev.waybill.documents.process.StageException.Remedy;
import dev.waybill.documents.record.DocumentFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the documents that a diagram shows. Those that cannot be shown are left out, with the
/// reason.
final class DiagramSources {

  /// So that memory is bounded.
  private static final int CHUNKS = 20_000;

  private final DocumentFacts facts;
  private final DocumentProcessing processing;
  private final List<Diagram.Source> used = new ArrayList<>();
  private final List<LeftOut> leftOut = new ArrayList<>();
  private final List<DiagramDocument> documents = new ArrayList<>();
  private int chunks;

  private DiagramSources(DocumentFacts facts, DocumentProcessing processing) {
    this.facts = facts;
    this.processing = processing;
  }

  static DiagramSources read(
      DocumentFacts facts, DocumentProcessing processing, List<IngestionMessage.Item> items)
      throws StageException, InterruptedException {
    DiagramSources sources = new DiagramSources(facts, processing);
    for (IngestionMessage.Item item : items) {
      sources.add(item.documentId());
    }
    return sources;
  }

  private void add(String id) throws StageException, InterruptedException {
    Optional<Document> found = facts.find(id);
    if (found.isEmpty() || facts.deletedAt(id).isPresent()) {
      leftOut.add(new LeftOut(id, Reason.DELETED));
      return;
    }
    Document document = found.get();
    switch (document.state()) {
      case READY -> addReady(document);
      case FAILED -> leftOut.add(new LeftOut(id, Reason.FAILED));
      case UPLOADED, PARSING, CHUNKED, EMBEDDED -> leftOut.add(new LeftOut(id, Reason.NOT_READY));
    }
  }

  private void addReady(Document document) throws StageException, InterruptedException {
    if (chunks >= CHUNKS) {
      leftOut.add(new LeftOut(document.id(), Reason.LIMIT));
      return;
    }
    try {
      List<Chunk> all = processing.chunks(document);
      List<Chunk> some = List.copyOf(all.subList(0, Math.min(all.size(), CHUNKS - chunks)));
      chunks += some.size();
      used.add(new Diagram.Source(document.id(), document.name()));
      documents.add(new DiagramDocument(document.name(), some));
    } catch (StageException failed) {
      if (failed.remedy() != Remedy.NONE) {
        throw failed;
      }
      leftOut.add(new LeftOut(document.id(), Reason.FAILED));
    }
  }

  Diagram.Sources sources() {
    return new Diagram.Sources(used, leftOut);
  }

  List<DiagramDocument> documents() {
    return List.copyOf(documents);
  }

  /// Whether one of the documents was deleted after it was read.
  boolean isOutdated() {
    return used.stream().anyMatch(one -> facts.deletedAt(one.documentId()).isPresent());
  }
}
