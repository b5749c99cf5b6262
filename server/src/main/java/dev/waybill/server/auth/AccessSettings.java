package dev.waybill.server.auth;

import dev.waybill.server.auth.oidc.OidcSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a deployment can set about callers.
///
/// @param oidc the issuer whose tokens are accepted, or null for none
/// @param names the host names by which callers may address the server; if there are none, only a
///     server with open access checks them
/// @param rates how often callers may call
/// @param calls how many streams and waiting calls may be open
public record AccessSettings(
    @Nullable OidcSettings oidc, List<String> names, Rates rates, CallQuotas.Limits calls) {

  /// @param requestsPerSecond how many calls an address and a caller may make in a second, with a
  ///     second's worth at once; 0 for any number
  /// @param failuresPerSecond how many bad credentials an address may show in a second before it
  ///     has to wait; 0 for any number
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
