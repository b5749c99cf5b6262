package dev.waybill.server.http.connection;

import dev.waybill.Waybill;
import dev.waybill.admin.Scope;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.AdmissionResult;
import dev.waybill.server.auth.AdmittedCaller;
import dev.waybill.server.auth.CallAdmission;
import dev.waybill.server.auth.Caller;
import dev.waybill.server.auth.Credentials;
import dev.waybill.server.auth.Sessions;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.api.Route;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/// Authenticates and limits calls over HTTP.
public final class HttpAdmission {

  private static final Caller NOBODY = new Caller(Waybill.DEFAULT_TENANT, "nobody", Set.of());
  private static final String CSRF_HEADER = "X-Waybill-CSRF";
  private static final String RETRY_AFTER = "Retry-After";

  private final Access access;
  private final CallAdmission doorkeeper;
  private final SessionCookie cookie;

  HttpAdmission(Access access, SessionCookie cookie) {
    this.access = access;
    this.cookie = cookie;
    this.doorkeeper = access.door();
  }

  /// Counts a call before any of it is read.
  void arrive(Exchange exchange) {
    Duration wait = doorkeeper.arrive(address(exchange));
    if (wait.isPositive()) {
      throw tooFast(wait);
    }
  }

  /// Refuses a call with a host name that the server does not accept. Public routes accept any
  /// name, because health checks use addresses.
  void checkName(Exchange exchange, Route route) {
    if (route.scope() != null) {
      HttpFields headers = exchange.request().getHeaders();
      access
          .refusalOfName(headers.get(HttpHeader.HOST), headers.getFieldNamesCollection())
          .ifPresent(
              why -> {
                throw new HttpRefusal(HttpCode.MISDIRECTED_REQUEST, why);
              });
    }
  }

  /// The caller; anonymous if the route is public.
  Caller caller(Exchange exchange, Route route) {
    if (route.scope() == null) {
      return NOBODY;
    }
    Credentials shown = shown(exchange, cookie);
    Caller caller = exchange.admitted(admitted(doorkeeper.enter(address(exchange), shown)));
    if (!caller.isAnybody()) {
      shown.onlySession().ifPresent(secret -> checkIsOwnPage(exchange, secret));
    }
    return caller;
  }

  /// The credentials of a call. A cookie does not count beside another credential.
  public static Credentials shown(Exchange exchange, SessionCookie cookie) {
    return new Credentials(
        exchange.header("Authorization").orElse(null), cookie.read(exchange).orElse(null));
  }

  /// A browser adds the cookie to calls of any page, so a change needs a token as well, which only
  /// pages of this server know.
  public static void checkIsOwnPage(Exchange exchange, String secret) {
    String method = exchange.request().getMethod();
    boolean isRead = method.equals("GET") || method.equals("HEAD");
    String token = exchange.header(CSRF_HEADER).orElse(null);
    if (!isRead && !Sessions.isCsrfToken(secret, token)) {
      throw new HttpRefusal(
          HttpCode.CSRF,
          "a change with the cookie of a session needs the header "
              + CSRF_HEADER
              + " with the csrf_token of GET /v1/session");
    }
  }

  /// The caller, or the refusal of its credentials.
  public static AdmittedCaller admitted(AdmissionResult result) {
    return switch (result) {
      case AdmissionResult.Admitted(AdmittedCaller pass) -> pass;
      case AdmissionResult.Unknown() ->
          throw new HttpRefusal(
              HttpCode.UNAUTHENTICATED,
              "this server requires a valid API key or token",
              Map.of("WWW-Authenticate", "Bearer"));
      case AdmissionResult.TooFast(Duration after) -> throw tooFast(after);
      case AdmissionResult.Undecided() ->
          throw new HttpRefusal(
              HttpCode.ISSUER_UNAVAILABLE,
              "the issuer of the token does not answer",
              Map.of(RETRY_AFTER, "5"));
    };
  }

  public static void checkScope(Caller caller, Route route) {
    Scope needed = route.scope();
    boolean isEnough = route.also() != null && caller.may(route.also());
    if (needed != null && !isEnough) {
      checkScope(caller, needed);
    }
  }

  public static void checkScope(Caller caller, Scope needed) {
    if (!caller.may(needed)) {
      throw new HttpRefusal(
          HttpCode.FORBIDDEN, "this call needs the scope \"" + needed.wire() + "\"");
    }
  }

  private static HttpRefusal tooFast(Duration after) {
    long seconds = after.plusSeconds(1).minusNanos(1).toSeconds();
    return new HttpRefusal(
        HttpCode.TOO_MANY_REQUESTS,
        "too many calls; see Retry-After",
        Map.of(RETRY_AFTER, String.valueOf(seconds)));
  }

  public static InetAddress address(Exchange exchange) {
    return exchange.request().getConnectionMetaData().getRemoteSocketAddress()
            instanceof InetSocketAddress remote
        ? remote.getAddress()
        : InetAddress.getLoopbackAddress();
  }
}
