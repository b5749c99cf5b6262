package dev.waybill.document;

import java.util.List;

/// The result of a job of type [IngestionMessage#TYPE]: what became of each file.
public record IngestionResult(List<Document> documents) {

  /// How a job ended.
  public enum Outcome {
    /// All documents are ready.
    COMPLETE,
    /// Some documents are ready, and others failed.
    PARTIAL
  }

  public IngestionResult {
    documents = List.copyOf(documents);
  }

  public Outcome outcome() {
    return documents.stream().allMatch(one -> one.state() == DocumentState.READY)
        ? Outcome.COMPLETE
        : Outcome.PARTIAL;
  }
}
