package dev.waybill.server.http.console;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.admin.AuditEntry;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.AdmissionResult;
import dev.waybill.server.auth.AuditLog;
import dev.waybill.server.auth.Books;
import dev.waybill.server.auth.Caller;
import dev.waybill.server.auth.Credentials;
import dev.waybill.server.auth.OpenAccess;
import dev.waybill.server.auth.Sessions;
import dev.waybill.server.http.api.ConsoleSettings;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.http.connection.Exchange;
import dev.waybill.server.http.connection.HttpAdmission;
import dev.waybill.server.http.connection.SessionCookie;
import dev.waybill.wire.SessionJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Signs people in and out, and tells pages what their user may do.
public final class SessionRoutes {

  private static final String PATH = "/v1/session";

  private final Access access;
  private final ConsoleSettings settings;
  private final SessionCookie cookie;

  public SessionRoutes(Access access, ConsoleSettings settings) {
    this.access = access;
    this.settings = settings;
    this.cookie = new SessionCookie(settings);
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, null, "Get the access of the caller", this::show)
            .answers(200, SessionJson.DOCUMENT, "The access, and how to get one."),
        Route.post(PATH, null, "Sign in with an API key", this::signIn)
            .reads(SessionJson.SIGN_IN_REQUEST, "{\"api_key\": \"wbk_...\"}")
            .answers(200, SessionJson.DOCUMENT, "The session; `Set-Cookie` has its cookie."),
        Route.delete(PATH, null, "Sign out", this::signOut)
            .answers(204, "text/plain", null, "The session, if there was one, has ended."));
  }

  private Reply show(RouteCall call) {
    return Reply.json(200, SessionJson.DOCUMENT, current(call.exchange()));
  }

  private SessionJson current(Exchange exchange) {
    if (access.isOpen()) {
      return of(SessionJson.Mode.OPEN, OpenAccess.CALLER);
    }
    Credentials shown = HttpAdmission.shown(exchange, cookie);
    Optional<String> secret = shown.onlySession();
    if (secret.isPresent()) {
      return sessions().flatMap(all -> shown(all, secret.get())).orElseGet(this::nobody);
    }
    if (shown.authorization() == null) {
      return nobody();
    }
    AdmissionResult result = access.door().enter(HttpAdmission.address(exchange), shown);
    return of(SessionJson.Mode.KEY, HttpAdmission.admitted(result).caller());
  }

  private static Optional<SessionJson> shown(Sessions all, String secret) {
    return all.find(secret).map(session -> document(secret, session));
  }

  private static SessionJson document(String secret, Sessions.Session session) {
    return new SessionJson(
        SessionJson.Mode.SESSION,
        List.of(),
        identity(session.caller(), session.label()),
        Sessions.csrfToken(secret),
        session.expiresAt());
  }

  private SessionJson of(SessionJson.Mode mode, Caller caller) {
    String label = sessions().map(all -> all.labelOf(caller)).orElse(caller.name());
    return new SessionJson(mode, List.of(), identity(caller, label), null, null);
  }

  private static SessionJson.Identity identity(Caller caller, String label) {
    return new SessionJson.Identity(caller.tenant(), caller.name(), label, caller.scopes());
  }

  private SessionJson nobody() {
    List<String> ways = new ArrayList<>();
    if (sessions().isPresent()) {
      ways.add("key");
      if (settings.client() != null) {
        ways.add("oidc");
      }
    }
    return new SessionJson(SessionJson.Mode.NONE, ways, null, null, null);
  }

  private Reply signIn(RouteCall call) {
    Sessions all = required();
    Exchange exchange = call.exchange();
    String key = call.document(SessionJson.SIGN_IN_REQUEST);
    Caller caller =
        HttpAdmission.admitted(access.door().enterWithKey(HttpAdmission.address(exchange), key))
            .caller();
    cookie.read(exchange).ifPresent(all::end);
    Sessions.Opened opened = all.open(caller, all.labelOf(caller), settings.longestSession());
    audit(exchange, caller, "POST " + PATH);
    return Reply.json(200, SessionJson.DOCUMENT, document(opened.secret(), opened.session()))
        .with(
            Map.of(
                "Set-Cookie", cookie.begin(exchange, opened.secret(), settings.longestSession())));
  }

  /// Another site may make a browser send the cookie, but not the token.
  private Reply signOut(RouteCall call) {
    Exchange exchange = call.exchange();
    Optional<String> secret = HttpAdmission.shown(exchange, cookie).onlySession();
    if (secret.isPresent() && sessions().isPresent()) {
      Sessions all = sessions().get();
      all.find(secret.get())
          .ifPresent(
              session -> {
                HttpAdmission.checkIsOwnPage(exchange, secret.get());
                all.end(secret.get());
                audit(exchange, session.caller(), "DELETE " + PATH);
              });
    }
    return new Reply.Document(
        204, "text/plain", Payload.empty(), Map.of("Set-Cookie", cookie.end(exchange)));
  }

  private void audit(Exchange exchange, Caller caller, String action) {
    String from = HttpAdmission.address(exchange).getHostAddress();
    AuditLog.Deed deed =
        new AuditLog.Deed(
            caller,
            new AuditEntry.Act(action, PATH, null),
            "done",
            new AuditEntry.Origin(exchange.traceId(), from));
    access.books().map(Books::audit).ifPresent(log -> log.record(deed));
  }

  private Optional<Sessions> sessions() {
    return access.books().map(Books::sessions);
  }

  private Sessions required() {
    if (access.isOpen()) {
      throw new HttpRefusal(
          HttpCode.BAD_REQUEST, "this server has no API keys and needs no sign-in");
    }
    return sessions()
        .orElseThrow(
            () -> new WaybillException(Code.UNSUPPORTED, "this server has no place for sessions"));
  }
}
