package dev.waybill.server.grpc;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import dev.waybill.WaybillException;
import dev.waybill.admin.AuditEntry;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.AuditLog;
import dev.waybill.server.auth.Books;
import dev.waybill.server.telemetry.ObservedCall;
import io.grpc.StatusRuntimeException;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Records the actions of operators over gRPC in the audit log, including refused ones.
final class GrpcAudit {

  private static final int LONGEST_REQUEST = 64 * 1024;

  private final Optional<AuditLog> log;

  GrpcAudit(Access access) {
    log = access.books().map(Books::audit);
  }

  /// @param request the request of the caller
  <T> T during(String action, String target, Message request, Supplier<T> call) {
    if (log.isEmpty()) {
      return call.get();
    }
    return log.get()
        .during(
            call,
            _ -> deed(action, target, text(request), "done"),
            failure -> deed(action, target, text(request), codeOf(failure)));
  }

  /// Records a call that was refused before its message was read.
  void refused(String action, StatusRuntimeException why) {
    log.ifPresent(book -> book.recordFailure(why, deed(action, "", null, codeOf(why))));
  }

  private static AuditLog.Deed deed(
      String action, String target, @Nullable String detail, String outcome) {
    String trace = ObservedCall.currentTraceId().orElse("");
    String from = Callers.from().map(InetAddress::getHostAddress).orElse(null);
    return new AuditLog.Deed(
        Callers.current(),
        new AuditEntry.Act(action, target, detail),
        outcome,
        new AuditEntry.Origin(trace, from));
  }

  private static @Nullable String text(Message request) {
    return request.getSerializedSize() > LONGEST_REQUEST
        ? null
        : TextFormat.printer().emittingSingleLine(true).printToString(request);
  }

  private static String codeOf(RuntimeException failure) {
    return switch (failure) {
      case WaybillException known -> known.code().wire();
      case StatusRuntimeException refused ->
          refused.getStatus().getCode().name().toLowerCase(Locale.ROOT);
      default -> "internal";
    };
  }
}
