package dev.waybill.server.grpc;

import dev.waybill.server.auth.Quota;
import dev.waybill.server.auth.Waits;
import io.grpc.Context;
import io.grpc.Status;
import java.util.Optional;

/// Begins the waits of gRPC calls, and ends them when the client cancels or its deadline passes.
final class GrpcWaits {

  private final Waits waits;
  private final Quota quota;

  GrpcWaits(Waits waits, Quota quota) {
    this.waits = waits;
    this.quota = quota;
  }

  /// Starts to wait on this thread; the wait must be closed.
  Waits.Wait begin() {
    String tenant = Callers.current().tenant();
    refuseIf(quota.take(tenant));
    return beginStream().atClose(() -> quota.giveBack(tenant));
  }

  /// Begins the wait of a stream; streams have a limit of their own.
  Waits.Wait beginStream() {
    Context call = Context.current();
    Waits.Wait wait = waits.begin(Callers.pass());
    Context.CancellationListener cancelled = _ -> wait.end();
    call.addListener(cancelled, Runnable::run);
    return wait.atClose(() -> call.removeListener(cancelled));
  }

  static void refuseIf(Optional<String> full) {
    full.ifPresent(
        why -> {
          throw Status.RESOURCE_EXHAUSTED.withDescription(why).asRuntimeException();
        });
  }
}
