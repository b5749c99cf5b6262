package dev.waybill.server.http.console;

import dev.waybill.Payload;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.Books;
import dev.waybill.server.auth.Caller;
import dev.waybill.server.auth.Sessions;
import dev.waybill.server.auth.oidc.IssuerUnavailable;
import dev.waybill.server.auth.oidc.OidcSignIn;
import dev.waybill.server.http.api.ConsoleSettings;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.connection.Exchange;
import dev.waybill.server.http.connection.SessionCookie;
import dev.waybill.server.http.pages.ConsolePages;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/// Signs people in at the issuer of tokens: `/console/oidc/login` sends the browser there, and
/// `/console/oidc/callback` takes it back. It always leads to the console and nowhere else.
public final class ConsoleSignIn {

  private static final System.Logger LOG = System.getLogger(ConsoleSignIn.class.getName());
  private static final String LOGIN = "/console/oidc/login";
  private static final String CALLBACK = "/console/oidc/callback";
  private static final String CONSOLE = "/console/";

  /// Kept between the two calls. A browser must send it when it comes from the issuer, so it is not
  /// `Strict`. It expires by itself, and a code is good for one sign-in only.
  private static final String COOKIE = "waybill_oidc";

  private static final String ATTRIBUTES =
      "; Path=/console/oidc/; HttpOnly; SameSite=Lax; Max-Age=600";

  private final @Nullable OidcSignIn issuer;
  private final @Nullable Sessions sessions;
  private final ConsoleSettings settings;
  private final SessionCookie cookie;

  private ConsoleSignIn(
      @Nullable OidcSignIn issuer, @Nullable Sessions sessions, ConsoleSettings settings) {
    this.issuer = issuer;
    this.sessions = sessions;
    this.settings = settings;
    this.cookie = new SessionCookie(settings);
  }

  public static ConsoleSignIn of(Access access, HttpLimits limits, ConsolePages pages) {
    ConsoleSettings settings = limits.console();
    ConsoleSettings.OidcClient client = settings.client();
    URI url = settings.url();
    Optional<OidcSignIn> issuer =
        client == null || url == null || !pages.isServed()
            ? Optional.empty()
            : access.signIn(
                new OidcSignIn.Client(client.id(), client.secret(), url.resolve(CALLBACK)));
    Sessions sessions = access.books().map(Books::sessions).orElse(null);
    return new ConsoleSignIn(issuer.orElse(null), sessions, settings);
  }

  /// The answer to a call; empty if its path does not belong to the sign-in.
  public Optional<Reply> answer(Exchange exchange, String path) {
    boolean isGet = exchange.request().getMethod().equals("GET");
    if (issuer == null || sessions == null || !isGet) {
      return Optional.empty();
    }
    return switch (path) {
      case LOGIN -> Optional.of(guarded(() -> begin(issuer, exchange)));
      case CALLBACK -> Optional.of(guarded(() -> finish(issuer, sessions, exchange)));
      default -> Optional.empty();
    };
  }

  private interface Step {
    Reply take();
  }

  private static Reply guarded(Step step) {
    try {
      return step.take();
    } catch (IssuerUnavailable unavailable) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the OIDC issuer is unavailable; sign-in to the console fails",
          unavailable);
      return SignInPage.failed(503, "The sign-in service does not answer. Try again later.");
    }
  }

  private Reply begin(OidcSignIn at, Exchange exchange) {
    OidcSignIn.Begun begun = at.begin();
    String secure = cookie.isSecure(exchange) ? "; Secure" : "";
    String kept = COOKIE + "=" + begun.secrets().text() + ATTRIBUTES + secure;
    return redirect(begun.to().toString(), kept);
  }

  private Reply finish(OidcSignIn at, Sessions all, Exchange exchange) {
    Map<String, String> query = query(exchange);
    Optional<OidcSignIn.Secrets> secrets =
        SessionCookie.find(exchange, COOKIE)
            .flatMap(OidcSignIn.Secrets::parse)
            .filter(kept -> kept.isState(query.getOrDefault("state", "")));
    if (secrets.isEmpty()) {
      return SignInPage.failed(400, "This sign-in was not started here, or has expired.");
    }
    String code = query.get("code");
    if (code == null) {
      return SignInPage.failed(403, "The sign-in service refused: " + query.get("error"));
    }
    return at.finish(code, secrets.get())
        .map(caller -> signedIn(all, exchange, caller))
        .orElseGet(
            () ->
                SignInPage.failed(
                    403, "Your account has no access here. The server log has the reason."));
  }

  private Reply signedIn(Sessions all, Exchange exchange, Caller caller) {
    cookie.read(exchange).ifPresent(all::end);
    Sessions.Opened opened = all.open(caller, caller.name(), settings.longestSession());
    return redirect(CONSOLE, cookie.begin(exchange, opened.secret(), settings.longestSession()));
  }

  private static Reply redirect(String to, String cookie) {
    Map<String, String> headers = new HashMap<>(ConsolePages.HEADERS);
    headers.put("Location", to);
    headers.put("Set-Cookie", cookie);
    return new Reply.Document(302, "text/plain", Payload.empty(), headers);
  }

  private static Map<String, String> query(Exchange exchange) {
    Map<String, String> values = new HashMap<>();
    try {
      for (Fields.Field field : Request.extractQueryParameters(exchange.request())) {
        values.put(field.getName(), field.getValue());
      }
      return values;
    } catch (RuntimeException malformed) {
      return Map.of();
    }
  }
}
