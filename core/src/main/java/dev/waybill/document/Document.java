package dev.waybill.document;

import dev.waybill.JobId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A file of a session, and how far its processing is.
///
/// @param name as the file was called when it was uploaded
public record Document(String id, String name, Origin origin, Content content, Progress progress) {

  /// The upload of a document.
  ///
  /// @param jobId the job that processes it
  public record Origin(String session, JobId jobId, Instant createdAt) {}

  /// The bytes of a document.
  ///
  /// @param type by content, such as `pdf`
  /// @param key the name of its blob, such as `sessions/s1/docs/report.pdf`
  /// @param hash SHA-256 in hexadecimal
  public record Content(String type, String key, String hash, long size) {}

  /// How far the processing is.
  ///
  /// @param failure the last failure; null if there was none, or after it was overcome
  /// @param indexed null before the document is ready
  public record Progress(
      DocumentState state,
      Instant updatedAt,
      @Nullable DocumentFailure failure,
      @Nullable Indexed indexed) {

    public static Progress uploaded(Instant at) {
      return new Progress(DocumentState.UPLOADED, at, null, null);
    }
  }

  /// What searches find of a document.
  ///
  /// @param pages 0 for a document without pages
  /// @param model the embedding model
  /// @param dimension of its vectors
  public record Indexed(int pages, int chunks, String model, int dimension) {}

  public String session() {
    return origin.session();
  }

  public JobId jobId() {
    return origin.jobId();
  }

  public Instant createdAt() {
    return origin.createdAt();
  }

  public DocumentState state() {
    return progress.state();
  }

  public Document with(Progress other) {
    return new Document(id, name, origin, content, other);
  }
}
