package dev.waybill.server.http.connection;

import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.admin.AuditEntry;
import dev.waybill.admin.Scope;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.AuditLog;
import dev.waybill.server.auth.Books;
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

/// Records the actions of operators in the audit log: every call that requires the scope `operate`
/// or `admin`, including refused ones. The caller gets its answer after the entry is durable.
public final class HttpAudit {

  private static final String DONE = "done";
  private static final int LONGEST_BODY = 64 * 1024;

  /// The environment of programs contains credentials, and encoded bytes may contain such an
  /// environment. The audit log is kept longer than the people in it may want, so it has no
  /// addresses either, and no imported files.
  private static final Set<String> SECRETS = Set.of("env", "payload_base64", "recipient", "secret");

  private final Optional<AuditLog> log;

  /// A call, and the path that the audit log names as its target.
  record Subject(Exchange exchange, Route route, Caller caller, String path) {}

  private HttpAudit(Optional<AuditLog> log) {
    this.log = log;
  }

  public static HttpAudit of(Access access) {
    return new HttpAudit(access.books().map(Books::audit));
  }

  /// Prepares a call and runs its route.
  Reply during(Subject subject, Supplier<RouteCall> preparing) {
    Route route = subject.route();
    boolean isAudited = route.scope() == Scope.OPERATE || route.scope() == Scope.ADMIN;
    if (log.isEmpty() || !isAudited) {
      return route.handling().handle(preparing.get());
    }
    return new Watched(log.get(), subject).run(preparing);
  }

  /// One call that is recorded.
  private static final class Watched {

    private final AuditLog log;
    private final Subject subject;
    private @Nullable RouteCall call;

    Watched(AuditLog log, Subject subject) {
      this.log = log;
      this.subject = subject;
    }

    Reply run(Supplier<RouteCall> preparing) {
      return log.during(
          () -> handle(preparing.get()),
          reply -> deed(DONE, target(reply)),
          failure -> deed(codeOf(failure), subject.path()));
    }

    private Reply handle(RouteCall prepared) {
      call = prepared;
      return subject.route().handling().handle(prepared);
    }

    private AuditLog.Deed deed(String outcome, String target) {
      Route route = subject.route();
      Exchange exchange = subject.exchange();
      String action = route.method() + " " + route.path().text();
      String from = HttpAdmission.address(exchange).getHostAddress();
      return new AuditLog.Deed(
          subject.caller(),
          new AuditEntry.Act(action, target, detail()),
          outcome,
          new AuditEntry.Origin(exchange.traceId(), from));
    }

    /// The created resource if there is one, otherwise the requested one.
    private String target(Reply reply) {
      String made = reply instanceof Reply.Document done ? done.headers().get("Location") : null;
      return made == null ? subject.path() : made;
    }

    private @Nullable String detail() {
      Payload body = call == null ? Payload.empty() : call.body();
      boolean isFile = subject.route().body() == Route.Body.LINES;
      return isFile || body.size() == 0 || body.size() > LONGEST_BODY
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
