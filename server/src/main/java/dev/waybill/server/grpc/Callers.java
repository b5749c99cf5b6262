package dev.waybill.server.grpc;

import dev.waybill.Waybill;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.function.Function;

/// Finds out who is calling before a call begins, and shows each caller its own tenant's jobs.
final class Callers implements ServerInterceptor {

  private static final Context.Key<Caller> CALLER = Context.key("waybill-caller");

  private final Function<Metadata, Caller> who;

  Callers(Function<Metadata, Caller> who) {
    this.who = who;
  }

  /// Waybill as the caller of the current call may see it; refuses one who may not do this.
  static Waybill view(Waybill waybill, Scope needed) {
    Caller caller = CALLER.get();
    if (!caller.scopes().contains(needed)) {
      throw Status.PERMISSION_DENIED
          .withDescription("this call needs the scope " + needed)
          .asRuntimeException();
    }
    return waybill.tenant(caller.tenant());
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    try {
      Context known = Context.current().withValue(CALLER, who.apply(headers));
      return Contexts.interceptCall(known, call, headers, next);
    } catch (StatusRuntimeException refused) {
      call.close(refused.getStatus(), new Metadata());
      return new ServerCall.Listener<>() {};
    }
  }
}
