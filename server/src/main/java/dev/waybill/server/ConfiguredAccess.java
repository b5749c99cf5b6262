package dev.waybill.server;

import dev.waybill.server.auth.AccessSettings;
import dev.waybill.server.auth.CallQuotas;
import dev.waybill.server.auth.oidc.OidcSettings;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.Keys;
import java.util.List;

/// Reads the access settings from a configuration.
public final class ConfiguredAccess {

  private ConfiguredAccess() {}

  public static AccessSettings of(Config config) {
    AccessSettings settings =
        AccessSettings.DEFAULT
            .withNames(config.find(Keys.NAMES).orElse(List.of()))
            .withCalls(
                new CallQuotas.Limits(
                    config.get(Keys.STREAMS),
                    config.get(Keys.STREAMS_PER_TENANT),
                    config.get(Keys.WAITING_PER_TENANT)))
            .withRequestsPerSecond(config.get(Keys.REQUESTS_PER_SECOND))
            .withFailuresPerSecond(config.get(Keys.FAILURES_PER_SECOND));
    return config
        .find(Keys.OIDC_ISSUER)
        .map(issuer -> settings.withOidc(oidc(config, issuer)))
        .orElse(settings);
  }

  private static OidcSettings oidc(Config config, String issuer) {
    return new OidcSettings(
        issuer,
        config.get(Keys.OIDC_AUDIENCE),
        config.find(Keys.OIDC_JWKS_URI).orElse(null),
        new OidcSettings.Names(
            config.get(Keys.OIDC_TENANT_CLAIM), config.get(Keys.OIDC_ROLES_CLAIM)),
        config.find(Keys.OIDC_TENANTS).orElse(List.of()),
        config.get(Keys.OIDC_ROLES));
  }
}
