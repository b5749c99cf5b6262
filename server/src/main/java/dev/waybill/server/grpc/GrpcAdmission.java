package dev.waybill.server.grpc;

import dev.waybill.server.auth.Access;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/// Checks that apply to every gRPC call, whoever makes it.
final class GrpcAdmission {

  private final Access access;

  GrpcAdmission(Access access) {
    this.access = access;
  }

  /// Counts a call before any of it is read.
  void arrive(ServerCall<?, ?> call) {
    Duration wait = access.door().arrive(address(call));
    if (wait.isPositive()) {
      throw tooFast(wait);
    }
  }

  /// Refuses a call with a host name that the server does not accept.
  void checkName(ServerCall<?, ?> call, Metadata headers) {
    access
        .refusalOfName(call.getAuthority(), headers.keys())
        .ifPresent(
            why -> {
              throw Status.PERMISSION_DENIED.withDescription(why).asRuntimeException();
            });
  }

  static StatusRuntimeException tooFast(Duration after) {
    return Status.RESOURCE_EXHAUSTED
        .withDescription("too many calls; retry in " + after.toMillis() + " ms")
        .asRuntimeException();
  }

  static InetAddress address(ServerCall<?, ?> call) {
    return call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)
            instanceof InetSocketAddress remote
        ? remote.getAddress()
        : InetAddress.getLoopbackAddress();
  }

  static <Q> ServerCall.Listener<Q> refuse(ServerCall<Q, ?> call, StatusRuntimeException why) {
    call.close(why.getStatus(), new Metadata());
    return new ServerCall.Listener<>() {};
  }
}
