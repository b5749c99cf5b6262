package dev.waybill.server.config;

import static dev.waybill.spi.Key.choice;
import static dev.waybill.spi.Key.number;
import static dev.waybill.spi.Key.text;

import dev.waybill.spi.Key;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The settings of the web console.
public final class ConsoleKeys {

  public static final Key<String> ENABLED =
      choice(
          "console.enabled",
          "true",
          "Serve the web console at `/console/`. Its pages need no credential and hold no data.",
          "true",
          "false");
  public static final Key<Integer> SESSION_HOURS =
      number("console.session_hours", "12", 1, 12, "How long a sign-in to the console lasts.");
  public static final Key<URI> URL =
      new Key<>(
          "console.url",
          null,
          "an address such as https://waybill.example.org",
          "Address of the server for users of the console. With `https`, browsers send the cookie"
              + " of a session over TLS only; set it if a proxy terminates TLS.",
          ConsoleKeys::address,
          false);
  public static final Key<String> CLIENT_ID =
      text(
          "console.oidc.client_id",
          null,
          "Client ID of the console at the issuer, for users who sign in there. Needs `auth.oidc`"
              + " and `console.url`.");
  public static final Key<String> CLIENT_SECRET =
      text(
              "console.oidc.client_secret",
              null,
              "Secret of that client; leave it out for a public client.")
          .kept();

  static final List<Key<?>> ALL = List.of(ENABLED, SESSION_HOURS, URL, CLIENT_ID, CLIENT_SECRET);

  private ConsoleKeys() {}

  public static Duration longestSession(Config config) {
    return Duration.ofHours(config.get(SESSION_HOURS));
  }

  private static URI address(String text) {
    URI address = URI.create(text);
    boolean isWeb = "https".equals(address.getScheme()) || "http".equals(address.getScheme());
    if (!isWeb || address.getHost() == null || address.getRawUserInfo() != null) {
      throw new IllegalArgumentException("must be an address such as https://waybill.example.org");
    }
    return address;
  }

  /// What is missing for users to sign in at the issuer.
  static Optional<String> problem(Config config) {
    boolean isIncomplete = config.find(URL).isEmpty() || config.find(Keys.OIDC_ISSUER).isEmpty();
    return config.find(CLIENT_ID).isPresent() && isIncomplete
        ? Optional.of("console.oidc.client_id needs console.url and auth.oidc.issuer")
        : Optional.empty();
  }
}
