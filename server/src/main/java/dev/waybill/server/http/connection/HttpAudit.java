package dev.waybill.server.http.connection;

import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.admin.AuditEntry;
import dev.waybill.admin.Scope;
import dev.waybill.server.auth.AuditLog;
import dev.waybill.server.auth.Caller;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.wire.json.HiddenFields;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Writes down what operators do: every call that needs the scope `operate` or `admin`, also one
/// that is refused. The caller gets its answer after the entry is durable.
final class HttpAudit {

  private static final String DONE = "done";
  private static final int LONGEST_BODY = 64 * 1024;

  /// The environment of programs holds credentials, and encoded bytes may hold such an environment.
  private static final Set<String> SECRETS = Set.of("env", "payload_base64");

  private final Optional<AuditLog> log;

  HttpAudit(Optional<AuditLog> log) {
    this.log = log;
  }

  /// Prepares a call and lets the route handle it.
  Reply during(Exchange exchange, Route route, Caller caller, Supplier<RouteCall> preparing) {
    boolean isAudited = route.scope() == Scope.OPERATE || route.scope() == Scope.ADMIN;
    if (log.isEmpty() || !isAudited) {
      return route.handling().handle(preparing.get());
    }
    return new Watched(log.get(), exchange, route, caller).run(preparing);
  }

  /// One call that is written down.
  private static final class Watched {

    private final AuditLog log;
    private final Exchange exchange;
    private final Route route;
    private final Caller caller;
    private @Nullable RouteCall call;

    Watched(AuditLog log, Exchange exchange, Route route, Caller caller) {
      this.log = log;
      this.exchange = exchange;
      this.route = route;
      this.caller = caller;
    }

    Reply run(Supplier<RouteCall> preparing) {
      return log.during(
          () -> handle(preparing.get()),
          reply -> deed(DONE, target(reply)),
          failure -> deed(codeOf(failure), path()));
    }

    private Reply handle(RouteCall prepared) {
      call = prepared;
      return route.handling().handle(prepared);
    }

    private AuditLog.Deed deed(String outcome, String target) {
      String action = route.method() + " " + route.path().text();
      String from = HttpAdmission.address(exchange).getHostAddress();
      return new AuditLog.Deed(
          caller,
          new AuditEntry.Act(action, target, detail()),
          outcome,
          new AuditEntry.Origin(exchange.traceId(), from));
    }

    /// What was made, where something was; else what was asked for.
    private String target(Reply reply) {
      String made = reply instanceof Reply.Document done ? done.headers().get("Location") : null;
      return made == null ? path() : made;
    }

    private String path() {
      return exchange.request().getHttpURI().getDecodedPath();
    }

    private @Nullable String detail() {
      Payload body = call == null ? Payload.empty() : call.body();
      return body.size() == 0 || body.size() > LONGEST_BODY
          ? null
          : HiddenFields.hide(body.text(), SECRETS).orElse(null);
    }

    private static String codeOf(RuntimeException failure) {
      return switch (failure) {
        case HttpRefusal refusal -> refusal.code().wire();
        case WaybillException known -> known.code().wire();
        default -> HttpCode.INTERNAL.wire();
      };
    }
  }
}
