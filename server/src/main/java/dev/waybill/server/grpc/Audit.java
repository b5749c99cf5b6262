package dev.waybill.server.grpc;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import dev.waybill.WaybillException;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.AuditLog;
import dev.waybill.server.auth.Books;
import dev.waybill.server.telemetry.Watched;
import io.grpc.StatusRuntimeException;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Writes down what operators do over gRPC, also what they were refused.
final class Audit {

  private static final int LONGEST_REQUEST = 64 * 1024;

  private final Optional<AuditLog> log;

  Audit(Access access) {
    log = access.books().map(Books::audit);
  }

  /// @param request what was asked for, in the words of the caller
  <T> T during(String action, String target, Message request, Supplier<T> deed) {
    T answer;
    try {
      answer = deed.get();
    } catch (RuntimeException failure) {
      try {
        record(action, target, text(request), codeOf(failure));
      } catch (RuntimeException also) {
        failure.addSuppressed(also);
      }
      throw failure;
    }
    record(action, target, text(request), "done");
    return answer;
  }

  /// A call that was refused before its message was read.
  void refused(String action, StatusRuntimeException why) {
    try {
      record(action, "", null, codeOf(why));
    } catch (RuntimeException also) {
      why.addSuppressed(also);
    }
  }

  private void record(String action, String target, @Nullable String detail, String outcome) {
    String trace = Watched.currentTraceId().orElse("");
    String from = Callers.from().map(InetAddress::getHostAddress).orElse(null);
    log.ifPresent(
        book ->
            book.record(
                new AuditLog.Deed(
                    Callers.current(), action, target, detail, outcome, trace, from)));
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
