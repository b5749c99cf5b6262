package dev.waybill.document;

import dev.waybill.Priority;
import org.jspecify.annotations.Nullable;

/// An upload without its files.
///
/// @param session the session that the documents belong to
/// @param priority of the job
/// @param requestId the idempotency key: within a tenant, uploads with the same key are one
/// @param traceContext the W3C `traceparent` of the caller
public record NewUpload(
    String session, Priority priority, @Nullable String requestId, @Nullable String traceContext) {

  public static NewUpload to(String session) {
    return new NewUpload(session, Priority.NORMAL, null, null);
  }

  public NewUpload withPriority(Priority lane) {
    return new NewUpload(session, lane, requestId, traceContext);
  }

  public NewUpload withRequestId(@Nullable String id) {
    return new NewUpload(session, priority, id, traceContext);
  }

  public NewUpload withTraceContext(@Nullable String traceparent) {
    return new NewUpload(session, priority, requestId, traceparent);
  }
}
