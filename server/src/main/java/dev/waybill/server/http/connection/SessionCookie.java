package dev.waybill.server.http.connection;

import dev.waybill.server.http.api.ConsoleSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Request;

/// The cookie of a session. Scripts cannot read it, and browsers do not send it with calls from
/// other sites. With TLS, its prefix keeps other hosts of the domain from setting it.
public final class SessionCookie {

  private static final String NAME = "waybill_session";
  private static final String ATTRIBUTES = "; Path=/; HttpOnly; SameSite=Strict; Max-Age=";

  private final ConsoleSettings settings;

  public SessionCookie(ConsoleSettings settings) {
    this.settings = settings;
  }

  /// The secret of the session; empty if there is none, or if there are several.
  public Optional<String> read(Exchange exchange) {
    return find(exchange, name(exchange));
  }

  /// The cookie with this name; empty if there are several.
  public static Optional<String> find(Exchange exchange, String name) {
    List<String> values =
        Request.getCookies(exchange.request()).stream()
            .filter(cookie -> cookie.getName().equals(name))
            .map(HttpCookie::getValue)
            .toList();
    return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
  }

  /// The value of `Set-Cookie` that begins a session.
  public String begin(Exchange exchange, String secret, Duration longest) {
    return name(exchange) + "=" + secret + ATTRIBUTES + longest.toSeconds() + secure(exchange);
  }

  /// The value of `Set-Cookie` that ends a session.
  public String end(Exchange exchange) {
    return name(exchange) + "=" + ATTRIBUTES + 0 + secure(exchange);
  }

  public boolean isSecure(Exchange exchange) {
    return exchange.request().isSecure() || settings.isBehindTls();
  }

  private String name(Exchange exchange) {
    return isSecure(exchange) ? "__Host-" + NAME : NAME;
  }

  private String secure(Exchange exchange) {
    return isSecure(exchange) ? "; Secure" : "";
  }
}
