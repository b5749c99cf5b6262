package dev.waybill.documents.record;

import dev.waybill.document.Diagram;
import java.util.Optional;

/// Deletes diagrams of one tenant. The deletion is recorded first, so that a job that is drawing
/// the diagram undoes what it stores, and a call that failed half way can be repeated.
public record DiagramRemoval(DiagramFacts facts, DiagramContent content, JobDeletion jobs) {

  /// False if there is no such diagram.
  public boolean remove(String id) {
    Optional<Diagram> diagram = facts.find(id);
    if (diagram.isEmpty()) {
      return false;
    }
    facts.markDeleted(id);
    content.delete(id);
    jobs.delete(facts.tenant(), diagram.get().jobId());
    facts.delete(id);
    return true;
  }

  /// Deletes everything but the job, whose result is not written yet.
  public void removeUnfinished(String id) {
    facts.markDeleted(id);
    content.delete(id);
    facts.delete(id);
  }

  /// Deletes the diagrams that show a document, which is recorded as deleted.
  public void removeShowing(String documentId) {
    facts.showing(documentId).forEach(this::remove);
    facts.forgetSource(documentId);
  }
}
