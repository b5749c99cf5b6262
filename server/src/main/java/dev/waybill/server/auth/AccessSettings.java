package dev.waybill.server.auth;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a deployment may say about who comes in.
///
/// @param oidc the issuer whose tokens are good, or null for none
/// @param names by which names callers may call the server; where there are none, only an open
///     server cares
/// @param requestsPerSecond how many calls an address and a caller may make in a second, with a
///     second's worth at once; 0 for any number
/// @param failuresPerSecond how many bad credentials an address may show in a second before it
///     has to wait; 0 for any number
public record AccessSettings(
    @Nullable OidcSettings oidc, List<String> names, int requestsPerSecond, int failuresPerSecond) {

  public static final AccessSettings DEFAULT = new AccessSettings(null, List.of(), 50_000, 20);

  public AccessSettings {
    names = List.copyOf(names);
  }

  public AccessSettings withOidc(OidcSettings issuer) {
    return new AccessSettings(issuer, names, requestsPerSecond, failuresPerSecond);
  }

  public AccessSettings withNames(List<String> known) {
    return new AccessSettings(oidc, known, requestsPerSecond, failuresPerSecond);
  }

  public AccessSettings withRequestsPerSecond(int most) {
    return new AccessSettings(oidc, names, most, failuresPerSecond);
  }

  public AccessSettings withFailuresPerSecond(int most) {
    return new AccessSettings(oidc, names, requestsPerSecond, most);
  }
}
