package dev.waybill.server.grpc;

import com.google.protobuf.Any;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.result.FieldError;
import dev.waybill.server.auth.ServerFaults;
import dev.waybill.server.telemetry.ObservedCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.lang.System.Logger.Level;
import java.util.List;

/// The only place where failures are mapped to gRPC statuses.
final class GrpcErrors {

  static final Metadata.Key<String> CODE = ascii("waybill-code");
  static final Metadata.Key<String> RETRYABLE = ascii("waybill-retryable");

  private static final System.Logger LOG = System.getLogger(GrpcErrors.class.getName());

  private GrpcErrors() {}

  /// The status for the client. Unexpected failures are logged, and the client does not see their
  /// details.
  static StatusRuntimeException of(RuntimeException thrown) {
    return switch (thrown) {
      case WaybillException known -> of(known);
      case StatusRuntimeException spoken -> spoken;
      default -> {
        LOG.log(Level.ERROR, "a gRPC call failed", thrown);
        yield Status.INTERNAL
            .withDescription("the server failed; see its log")
            .asRuntimeException();
      }
    };
  }

  private static StatusRuntimeException of(WaybillException known) {
    String trace = ObservedCall.currentTraceId().orElse("");
    if (ServerFaults.isLogged(known.code())) {
      LOG.log(Level.ERROR, "trace " + trace + " failed", known);
    }
    String detail = ServerFaults.detail(known);
    return of(
        known.code(),
        ServerFaults.isLogged(known.code()) && !trace.isEmpty()
            ? detail + " (trace " + trace + ")"
            : detail,
        known.errors());
  }

  static StatusRuntimeException of(Code code, String message) {
    return of(code, message, List.of());
  }

  private static StatusRuntimeException of(Code code, String message, List<FieldError> errors) {
    String retryable = Boolean.toString(code.isRetryable());
    ErrorInfo info =
        ErrorInfo.newBuilder()
            .setReason(code.name())
            .setDomain("waybill")
            .putMetadata("retryable", retryable)
            .build();
    com.google.rpc.Status.Builder status =
        com.google.rpc.Status.newBuilder()
            .setCode(status(code).value())
            .setMessage(message)
            .addDetails(Any.pack(info));
    if (!errors.isEmpty()) {
      status.addDetails(Any.pack(badRequest(errors)));
    }
    Metadata trailers = new Metadata();
    trailers.put(CODE, code.wire());
    trailers.put(RETRYABLE, retryable);
    return StatusProto.toStatusRuntimeException(status.build(), trailers);
  }

  /// The field of a violation is a JSON pointer, as in the problem documents of HTTP.
  private static BadRequest badRequest(List<FieldError> errors) {
    BadRequest.Builder request = BadRequest.newBuilder();
    for (FieldError error : errors) {
      request
          .addFieldViolationsBuilder()
          .setField(error.pointer())
          .setReason(error.code())
          .setDescription(error.message());
    }
    return request.build();
  }

  static Status.Code status(Code code) {
    return switch (code) {
      case INVALID_ARGUMENT,
          INVALID_ID,
          INVALID_NAME,
          INVALID_DELAY,
          INVALID_RETRY_POLICY,
          INVALID_CURSOR,
          INVALID_TOKEN,
          TOO_MANY_ITEMS,
          UNKNOWN_TYPE,
          SCHEMA_VIOLATION,
          INVALID_SCHEMA ->
          Status.Code.INVALID_ARGUMENT;
      case UNSUPPORTED -> Status.Code.UNIMPLEMENTED;
      case NOT_FOUND -> Status.Code.NOT_FOUND;
      case REQUEST_ID_CONFLICT -> Status.Code.ALREADY_EXISTS;
      case WRONG_STATE, LEASE_LOST, INCOMPATIBLE_SCHEMA -> Status.Code.FAILED_PRECONDITION;
      case PAYLOAD_TOO_LARGE, STORE_FULL, QUOTA_EXCEEDED, THROTTLED, DISK_FULL ->
          Status.Code.RESOURCE_EXHAUSTED;
      case UNAVAILABLE, CLOSED -> Status.Code.UNAVAILABLE;
      case INTERRUPTED -> Status.Code.CANCELLED;
      case STORE_FAILED, STORE_LOCKED, NEWER_FORMAT, OLDER_FORMAT, CORRUPT -> Status.Code.INTERNAL;
    };
  }

  private static Metadata.Key<String> ascii(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }
}
