package dev.waybill.document;

import dev.waybill.JobId;
import java.util.List;

/// An upload whose files, documents and job are durable.
///
/// @param jobId the job that processes the documents
/// @param documents in the order of the files
/// @param duplicate whether the request ID was known: this is the earlier upload
public record AcceptedUpload(
    JobId jobId, String session, List<Document> documents, boolean duplicate) {

  public AcceptedUpload {
    documents = List.copyOf(documents);
  }
}
