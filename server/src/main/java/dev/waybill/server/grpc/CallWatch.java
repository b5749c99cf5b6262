package dev.waybill.server.grpc;

import dev.waybill.server.telemetry.Calls;
import dev.waybill.server.telemetry.ObservedCall;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.EnumSet;
import java.util.Set;

/// Observes every call for metrics and traces, from its first header to its end.
final class CallWatch implements ServerInterceptor {

  /// Statuses that are faults of the server, not of the caller.
  private static final Set<Status.Code> FAULTS =
      EnumSet.of(
          Status.Code.UNKNOWN,
          Status.Code.DEADLINE_EXCEEDED,
          Status.Code.UNIMPLEMENTED,
          Status.Code.INTERNAL,
          Status.Code.UNAVAILABLE,
          Status.Code.DATA_LOSS);

  private final Calls calls;

  CallWatch(Calls calls) {
    this.calls = calls;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    ObservedCall watched =
        calls.grpc(
            call.getMethodDescriptor().getFullMethodName(),
            name -> headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER)));
    ServerCall<Q, R> told = new WatchedCall<>(call, watched);
    return new WatchedListener<>(watched.during(() -> next.startCall(told, headers)), watched);
  }

  private static void closed(ObservedCall watched, Status status) {
    watched.closed(status.getCode().name(), FAULTS.contains(status.getCode()));
  }

  private static final class WatchedCall<Q, R> extends SimpleForwardingServerCall<Q, R> {

    private final ObservedCall watched;

    WatchedCall(ServerCall<Q, R> call, ObservedCall watched) {
      super(call);
      this.watched = watched;
    }

    @Override
    public void close(Status status, Metadata trailers) {
      closed(watched, status);
      super.close(status, trailers);
    }
  }

  private static final class WatchedListener<Q> extends SimpleForwardingServerCallListener<Q> {

    private final ObservedCall watched;

    WatchedListener(ServerCall.Listener<Q> listener, ObservedCall watched) {
      super(listener);
      this.watched = watched;
    }

    @Override
    public void onMessage(Q message) {
      watched.during(() -> super.onMessage(message));
    }

    /// The call is answered here.
    @Override
    public void onHalfClose() {
      watched.during(() -> super.onHalfClose());
    }

    @Override
    public void onCancel() {
      closed(watched, Status.CANCELLED);
      watched.during(() -> super.onCancel());
    }
  }
}
