package dev.waybill.document;

import dev.waybill.JobId;
import java.time.Instant;
import java.util.List;

/// The payload of a job of type [#TYPE]: documents to process.
public record IngestionMessage(
    JobId jobId, String session, List<Item> documents, Instant createdAt) {

  public static final String QUEUE = "documents";
  public static final String TYPE = "document_ingestion";

  public IngestionMessage {
    documents = List.copyOf(documents);
  }

  /// @param key the name of the blob
  /// @param contentHash SHA-256 in hexadecimal
  /// @param fileType such as `pdf`
  public record Item(String documentId, String key, String contentHash, String fileType) {}
}
