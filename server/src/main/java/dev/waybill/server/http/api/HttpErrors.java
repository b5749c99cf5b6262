package dev.waybill.server.http.api;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.server.auth.ServerFaults;
import dev.waybill.wire.Problem;
import dev.waybill.wire.ProblemJson;
import java.util.List;
import java.util.Map;

/// Maps failures to HTTP statuses and problem documents.
public final class HttpErrors {

  private static final System.Logger LOG = System.getLogger(HttpErrors.class.getName());
  private static final String RETRY_AFTER = "Retry-After";

  private HttpErrors() {}

  /// The answer to a call that failed. An unexpected failure is logged with the trace ID, and its
  /// details are not shown.
  public static Reply.Document reply(Throwable failure, String traceId) {
    return switch (failure) {
      case HttpRefusal refusal -> refused(refusal, traceId);
      case WaybillException known -> known(known, traceId);
      default -> unexpected(failure, traceId);
    };
  }

  public static int status(Code code) {
    return switch (code) {
      case INVALID_ARGUMENT,
          INVALID_ID,
          INVALID_NAME,
          INVALID_DELAY,
          INVALID_RETRY_POLICY,
          INVALID_CURSOR,
          INVALID_TOKEN,
          TOO_MANY_ITEMS,
          UNKNOWN_TYPE ->
          400;
      case NOT_FOUND -> 404;
      case WRONG_STATE, LEASE_LOST, INCOMPATIBLE_SCHEMA -> 409;
      case PAYLOAD_TOO_LARGE -> 413;
      case REQUEST_ID_CONFLICT, SCHEMA_VIOLATION, INVALID_SCHEMA -> 422;
      case STORE_FULL, QUOTA_EXCEEDED, THROTTLED -> 429;
      case STORE_FAILED, NEWER_FORMAT, OLDER_FORMAT, CORRUPT -> 500;
      case UNAVAILABLE, STORE_LOCKED, CLOSED, INTERRUPTED -> 503;
      case UNSUPPORTED -> 501;
      case DISK_FULL -> 507;
    };
  }

  private static Reply.Document refused(HttpRefusal refusal, String traceId) {
    HttpCode code = refusal.code();
    String detail = String.valueOf(refusal.getMessage());
    Problem problem =
        new Problem(code.status(), code.wire(), detail, traceId, code.isRetryable(), List.of());
    return document(problem).with(refusal.headers());
  }

  private static Reply.Document known(WaybillException failure, String traceId) {
    Code code = failure.code();
    int status = status(code);
    if (ServerFaults.isLogged(code)) {
      LOG.log(System.Logger.Level.ERROR, "trace " + traceId + " failed", failure);
    }
    boolean retryable = code.isRetryable() || code == Code.INTERRUPTED;
    Problem problem =
        new Problem(
            status,
            code.wire(),
            ServerFaults.detail(failure),
            traceId,
            retryable,
            failure.errors());
    return retryable ? document(problem).with(Map.of(RETRY_AFTER, "1")) : document(problem);
  }

  private static Reply.Document unexpected(Throwable failure, String traceId) {
    LOG.log(System.Logger.Level.ERROR, "trace " + traceId + " failed", failure);
    String detail = "the server failed; its log has the details under the trace ID";
    return document(new Problem(500, HttpCode.INTERNAL.wire(), detail, traceId, false, List.of()));
  }

  public static Reply.Document document(Problem problem) {
    Payload body = Payload.wrap(ProblemJson.DOCUMENT.bytes(problem));
    return new Reply.Document(problem.status(), ProblemJson.MEDIA_TYPE, body, Map.of());
  }
}
