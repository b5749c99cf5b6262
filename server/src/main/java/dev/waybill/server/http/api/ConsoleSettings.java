package dev.waybill.server.http.api;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The settings of the web console.
///
/// @param isEnabled whether its pages are served
/// @param longestSession how long a sign-in lasts
/// @param url the address of the console for its users; null if it is not known
/// @param client this server as a client of the issuer of tokens; null if users cannot sign in
///     there
public record ConsoleSettings(
    boolean isEnabled, Duration longestSession, @Nullable URI url, @Nullable OidcClient client) {

  /// @param secret null for a public client
  public record OidcClient(String id, @Nullable String secret) {

    @Override
    public String toString() {
      return "OidcClient[" + id + "]";
    }
  }

  public static final ConsoleSettings DEFAULT =
      new ConsoleSettings(true, Duration.ofHours(12), null, null);

  public ConsoleSettings withEnabled(boolean served) {
    return new ConsoleSettings(served, longestSession, url, client);
  }

  public ConsoleSettings withLongestSession(Duration longest) {
    return new ConsoleSettings(isEnabled, longest, url, client);
  }

  public ConsoleSettings withUrl(@Nullable URI address) {
    return new ConsoleSettings(isEnabled, longestSession, address, client);
  }

  public ConsoleSettings withClient(@Nullable OidcClient known) {
    return new ConsoleSettings(isEnabled, longestSession, url, known);
  }

  /// Whether users reach the server over TLS that something else terminates.
  public boolean isBehindTls() {
    return url != null && "https".equals(url.getScheme());
  }
}
