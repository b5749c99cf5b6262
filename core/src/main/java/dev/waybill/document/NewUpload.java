package dev.waybill.document;

import dev.waybill.Priority;
import org.jspecify.annotations.Nullable;

/// An upload without its files.
///
/// @param session the session that the documents belong to
/// @param priority of the job
/// @param requestId the idempotency key: within a tenant, uploads with the same key are one
/// @param traceContext the W3C `traceparent` of the caller
/// @param webhookUrl where a signed webhook is sent when the job has ended; null for none
public record NewUpload(
    String session,
    Priority priority,
    @Nullable String requestId,
    @Nullable String traceContext,
    @Nullable String webhookUrl) {

  public static NewUpload to(String session) {
    return new NewUpload(session, Priority.NORMAL, null, null, null);
  }

  public NewUpload withPriority(Priority lane) {
    return new NewUpload(session, lane, requestId, traceContext, webhookUrl);
  }

  public NewUpload withRequestId(@Nullable String id) {
    return new NewUpload(session, priority, id, traceContext, webhookUrl);
  }

  public NewUpload withTraceContext(@Nullable String traceparent) {
    return new NewUpload(session, priority, requestId, traceparent, webhookUrl);
  }

  public NewUpload withWebhook(@Nullable String url) {
    return new NewUpload(session, priority, requestId, traceContext, url);
  }
}
