package dev.waybill.document;

import dev.waybill.JobId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A diagram of documents of a session, and how far it is.
///
/// @param content null before the diagram is ready, and in lists
public record Diagram(
    String id,
    DiagramKind kind,
    DiagramEngine engine,
    Origin origin,
    Progress progress,
    @Nullable Content content) {

  /// The request for a diagram.
  ///
  /// @param jobId the job that draws it
  /// @param asked the documents that were named; empty for all of the session
  public record Origin(String session, JobId jobId, List<String> asked, Instant createdAt) {

    public Origin {
      asked = List.copyOf(asked);
    }
  }

  /// How far a diagram is.
  ///
  /// @param failure null if there was none
  public record Progress(
      DiagramState state, Instant updatedAt, Sources sources, @Nullable Failure failure) {

    public static Progress pending(Instant at) {
      return new Progress(DiagramState.PENDING, at, Sources.NONE, null);
    }
  }

  /// The documents of a diagram.
  ///
  /// @param used the documents that it shows
  /// @param leftOut the documents that it does not show
  public record Sources(List<Source> used, List<LeftOut> leftOut) {

    public static final Sources NONE = new Sources(List.of(), List.of());

    public Sources {
      used = List.copyOf(used);
      leftOut = List.copyOf(leftOut);
    }
  }

  /// A document that a diagram shows.
  public record Source(String documentId, String name) {}

  /// A document that a diagram does not show.
  public record LeftOut(String documentId, Reason reason) {

    /// Why a document is left out.
    public enum Reason {
      /// It was still being processed.
      NOT_READY,
      /// Its processing failed, or its file cannot be read.
      FAILED,
      DELETED,
      /// The documents before it have as many chunks as a diagram may have.
      LIMIT
    }
  }

  /// Why a diagram failed.
  ///
  /// @param code such as `no_ready_documents`
  public record Failure(String code, String message) {}

  /// The text of a diagram.
  ///
  /// @param mermaid null if the diagram failed
  /// @param exchange null if no model was asked
  public record Content(@Nullable String mermaid, @Nullable Exchange exchange) {}

  /// The question to a language model and its answer.
  ///
  /// @param model its name
  public record Exchange(String model, String prompt, String answer) {}

  public String session() {
    return origin.session();
  }

  public JobId jobId() {
    return origin.jobId();
  }

  public Instant createdAt() {
    return origin.createdAt();
  }

  public DiagramState state() {
    return progress.state();
  }

  public Diagram with(Progress other) {
    return new Diagram(id, kind, engine, origin, other, content);
  }

  public Diagram with(@Nullable Content other) {
    return new Diagram(id, kind, engine, origin, progress, other);
  }
}
