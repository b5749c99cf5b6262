package dev.waybill.server.auth;

import dev.waybill.server.auth.oidc.OidcSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The access settings of a deployment.
///
/// @param oidc the issuer whose tokens are accepted, or null for none
/// @param names the host names that callers may use; if there are none, only a server with open
///     access checks them
/// @param rates the rate limits of callers
/// @param calls the limits of open streams and long polls
public record AccessSettings(
    @Nullable OidcSettings oidc, List<String> names, Rates rates, CallQuotas.Limits calls) {

  /// @param requestsPerSecond the maximum number of calls per second of an address and of a caller,
  ///     with bursts of up to one second; 0 for no limit
  /// @param failuresPerSecond the maximum number of failed authentications per second of an address
  ///     before it must wait; 0 for no limit
  public record Rates(int requestsPerSecond, int failuresPerSecond) {}

  public static final AccessSettings DEFAULT =
      new AccessSettings(null, List.of(), new Rates(50_000, 20), CallQuotas.Limits.DEFAULT);

  public AccessSettings {
    names = List.copyOf(names);
  }

  public AccessSettings withOidc(OidcSettings issuer) {
    return new AccessSettings(issuer, names, rates, calls);
  }

  public AccessSettings withNames(List<String> known) {
    return new AccessSettings(oidc, known, rates, calls);
  }

  public AccessSettings withRequestsPerSecond(int most) {
    return withRates(new Rates(most, rates.failuresPerSecond));
  }

  public AccessSettings withFailuresPerSecond(int most) {
    return withRates(new Rates(rates.requestsPerSecond, most));
  }

  public AccessSettings withCalls(CallQuotas.Limits most) {
    return new AccessSettings(oidc, names, rates, most);
  }

  private AccessSettings withRates(Rates changed) {
    return new AccessSettings(oidc, names, changed, calls);
  }

  public int requestsPerSecond() {
    return rates.requestsPerSecond;
  }

  public int failuresPerSecond() {
    return rates.failuresPerSecond;
  }
}
