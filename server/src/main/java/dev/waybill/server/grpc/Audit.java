package dev.waybill.server.grpc;

import dev.waybill.WaybillException;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.AuditLog;
import dev.waybill.server.telemetry.Watched;
import io.grpc.StatusRuntimeException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// Writes down what operators do over gRPC, also what they were refused.
final class Audit {

  private final Optional<AuditLog> log;

  Audit(Access access) {
    log = access.books().map(Access.Books::audit);
  }

  <T> T during(String action, String target, Supplier<T> deed) {
    T answer;
    try {
      answer = deed.get();
    } catch (RuntimeException failure) {
      try {
        record(action, target, codeOf(failure));
      } catch (RuntimeException also) {
        failure.addSuppressed(also);
      }
      throw failure;
    }
    record(action, target, "done");
    return answer;
  }

  private void record(String action, String target, String outcome) {
    String trace = Watched.currentTraceId().orElse("");
    log.ifPresent(
        book ->
            book.record(
                new AuditLog.Deed(Callers.current(), action, target, null, outcome, trace)));
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
