package dev.waybill.server.grpc;

import dev.waybill.Waybill;
import dev.waybill.server.auth.Caller;
import dev.waybill.server.auth.Credentials;
import dev.waybill.server.auth.Doorkeeper;
import dev.waybill.server.auth.Entry;
import dev.waybill.server.auth.Scope;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/// Asks the doorkeeper about a call before it begins, and shows each caller its own tenant's jobs.
final class Callers implements ServerInterceptor {

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final Context.Key<Caller> CALLER = Context.key("waybill-caller");

  private final Doorkeeper door;

  Callers(Doorkeeper door) {
    this.door = door;
  }

  /// Who makes the current call.
  static Caller current() {
    return CALLER.get();
  }

  /// Waybill as the caller of the current call may see it; refuses one who may not do this.
  static Waybill view(Waybill waybill, Scope needed) {
    require(needed);
    return waybill.tenant(current().tenant());
  }

  static void require(Scope needed) {
    if (!current().may(needed)) {
      throw Status.PERMISSION_DENIED
          .withDescription("this call needs the scope " + needed.wire())
          .asRuntimeException();
    }
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    try {
      Caller caller = caller(address(call), new Credentials(headers.get(AUTHORIZATION)));
      return Contexts.interceptCall(
          Context.current().withValue(CALLER, caller), call, headers, next);
    } catch (StatusRuntimeException refused) {
      call.close(refused.getStatus(), new Metadata());
      return new ServerCall.Listener<>() {};
    }
  }

  private Caller caller(InetAddress from, Credentials shown) {
    Duration wait = door.arrive(from);
    if (wait.isPositive()) {
      throw tooFast(wait);
    }
    return switch (door.enter(from, shown)) {
      case Entry.Admitted(Caller caller) -> caller;
      case Entry.Unknown() ->
          throw Status.UNAUTHENTICATED
              .withDescription("this server needs to know who is calling")
              .asRuntimeException();
      case Entry.TooFast(Duration after) -> throw tooFast(after);
      case Entry.Undecided() ->
          throw Status.UNAVAILABLE
              .withDescription("the issuer of the token does not answer")
              .asRuntimeException();
    };
  }

  private static StatusRuntimeException tooFast(Duration after) {
    return Status.RESOURCE_EXHAUSTED
        .withDescription("too many calls; wait " + after.toMillis() + " ms before the next")
        .asRuntimeException();
  }

  private static InetAddress address(ServerCall<?, ?> call) {
    return call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)
            instanceof InetSocketAddress remote
        ? remote.getAddress()
        : InetAddress.getLoopbackAddress();
  }
}
