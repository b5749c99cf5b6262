package dev.waybill.server.grpc;

import dev.waybill.Waybill;
import dev.waybill.admin.Scope;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.Caller;
import dev.waybill.server.auth.Credentials;
import dev.waybill.server.auth.Entry;
import dev.waybill.server.auth.Pass;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;

/// Asks the doorkeeper about a call before its message is read, and shows each caller its own
/// tenant's jobs.
final class Callers implements ServerInterceptor {

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final Context.Key<Pass> PASS = Context.key("waybill-pass");
  private static final Context.Key<InetAddress> FROM = Context.key("waybill-address");

  private final Access access;
  private final Door door;
  private final Audit audit;

  Callers(Access access) {
    this.access = access;
    this.door = new Door(access);
    this.audit = new Audit(access);
  }

  /// Who makes the current call.
  static Caller current() {
    return PASS.get().caller();
  }

  /// Whether the credential of the current call is still good; empty where there is no such call.
  static Optional<Pass> pass() {
    return Optional.ofNullable(PASS.get());
  }

  /// Where the current call comes from.
  static Optional<InetAddress> from() {
    return Optional.ofNullable(FROM.get());
  }

  /// Waybill as the caller of the current call may see it; refuses one who may not do this.
  static Waybill view(Waybill waybill, Scope needed) {
    Caller caller = current();
    checkScope(caller, needed);
    return waybill.tenant(caller.tenant());
  }

  static void require(Scope needed) {
    checkScope(current(), needed);
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    try {
      door.arrive(call);
      door.checkName(call, headers);
      InetAddress from = Door.address(call);
      Pass pass = pass(from, new Credentials(headers.get(AUTHORIZATION)));
      Context as = Context.current().withValue(PASS, pass).withValue(FROM, from);
      as.run(() -> checkScope(pass.caller(), call.getMethodDescriptor()));
      return Contexts.interceptCall(as, call, headers, next);
    } catch (StatusRuntimeException refused) {
      return Door.refuse(call, refused);
    }
  }

  private void checkScope(Caller caller, MethodDescriptor<?, ?> method) {
    Scope needed = MethodScopes.of(method);
    try {
      checkScope(caller, needed);
    } catch (StatusRuntimeException refused) {
      if (needed == Scope.OPERATE) {
        audit.refused(String.valueOf(method.getBareMethodName()), refused);
      }
      throw refused;
    }
  }

  private static void checkScope(Caller caller, Scope needed) {
    if (!caller.may(needed)) {
      throw Status.PERMISSION_DENIED
          .withDescription("this call needs the scope " + needed.wire())
          .asRuntimeException();
    }
  }

  private Pass pass(InetAddress from, Credentials shown) {
    return switch (access.door().enter(from, shown)) {
      case Entry.Admitted(Pass pass) -> pass;
      case Entry.Unknown() -> throw unknown("this server needs to know who is calling");
      case Entry.TooFast(Duration after) -> throw Door.tooFast(after);
      case Entry.Undecided() ->
          throw Status.UNAVAILABLE
              .withDescription("the issuer of the token does not answer")
              .asRuntimeException();
    };
  }

  static StatusRuntimeException unknown(String why) {
    return Status.UNAUTHENTICATED.withDescription(why).asRuntimeException();
  }
}
