package dev.waybill.document;

import dev.waybill.Priority;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A diagram to create.
///
/// @param session the session of the documents
/// @param requestId the idempotency key: within a tenant, diagrams with the same key are one
/// @param traceContext the W3C `traceparent` of the caller
public record NewDiagram(
    String session,
    Subject subject,
    Priority priority,
    @Nullable String requestId,
    @Nullable String traceContext) {

  /// What a diagram shows.
  ///
  /// @param documents IDs of documents of the session; empty for all that it has now
  /// @param engine null for the model if one is configured, and the builtin engine otherwise
  public record Subject(DiagramKind kind, List<String> documents, @Nullable DiagramEngine engine) {

    public Subject {
      documents = List.copyOf(documents);
    }
  }

  public static NewDiagram of(String session, DiagramKind kind) {
    return of(session, new Subject(kind, List.of(), null));
  }

  public static NewDiagram of(String session, Subject subject) {
    return new NewDiagram(session, subject, Priority.NORMAL, null, null);
  }

  public NewDiagram withPriority(Priority lane) {
    return new NewDiagram(session, subject, lane, requestId, traceContext);
  }

  public NewDiagram withRequestId(@Nullable String id) {
    return new NewDiagram(session, subject, priority, id, traceContext);
  }

  public NewDiagram withTraceContext(@Nullable String traceparent) {
    return new NewDiagram(session, subject, priority, requestId, traceparent);
  }
}
