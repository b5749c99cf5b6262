package dev.waybill.server.grpc;

import dev.waybill.Waybill;
import dev.waybill.admin.Scope;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.AdmissionResult;
import dev.waybill.server.auth.AdmittedCaller;
import dev.waybill.server.auth.Caller;
import dev.waybill.server.auth.Credentials;
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

/// Authenticates a call before its message is read, and gives each caller a view of its own tenant.
final class Callers implements ServerInterceptor {

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final Context.Key<AdmittedCaller> PASS = Context.key("waybill-pass");
  private static final Context.Key<InetAddress> FROM = Context.key("waybill-address");

  private final Access access;
  private final GrpcAdmission door;
  private final GrpcAudit audit;

  Callers(Access access) {
    this.access = access;
    this.door = new GrpcAdmission(access);
    this.audit = new GrpcAudit(access);
  }

  /// The caller of the current call.
  static Caller current() {
    return PASS.get().caller();
  }

  /// The admitted caller of the current call, to check its credential again; empty outside of a
  /// call.
  static Optional<AdmittedCaller> pass() {
    return Optional.ofNullable(PASS.get());
  }

  /// The address of the current call.
  static Optional<InetAddress> from() {
    return Optional.ofNullable(FROM.get());
  }

  /// Waybill for the tenant of the current call; refuses callers without the scope.
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
      InetAddress from = GrpcAdmission.address(call);
      AdmittedCaller pass = pass(from, new Credentials(headers.get(AUTHORIZATION)));
      Context as = Context.current().withValue(PASS, pass).withValue(FROM, from);
      as.run(() -> checkScope(pass.caller(), call.getMethodDescriptor()));
      return Contexts.interceptCall(as, call, headers, next);
    } catch (StatusRuntimeException refused) {
      return GrpcAdmission.refuse(call, refused);
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

  private AdmittedCaller pass(InetAddress from, Credentials shown) {
    return switch (access.door().enter(from, shown)) {
      case AdmissionResult.Admitted(AdmittedCaller pass) -> pass;
      case AdmissionResult.Unknown() ->
          throw unknown("this server requires a valid API key or token");
      case AdmissionResult.TooFast(Duration after) -> throw GrpcAdmission.tooFast(after);
      case AdmissionResult.Undecided() ->
          throw Status.UNAVAILABLE
              .withDescription("the issuer of the token does not answer")
              .asRuntimeException();
    };
  }

  static StatusRuntimeException unknown(String why) {
    return Status.UNAUTHENTICATED.withDescription(why).asRuntimeException();
  }
}
