package dev.waybill.server.auth.oidc;

import dev.waybill.Waybill;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The issuer of accepted tokens, and their claims.
///
/// @param issuer exactly as in `iss`
/// @param audience the required audience in `aud`
/// @param keysAt the address of the issuer's keys, or null to read it from its discovery document
/// @param tenants the tenants that tokens may name: exact names, or prefixes such as `acme-*`; if
///     empty, every tenant except the default tenant, whose callers operate the server
public record OidcSettings(
    String issuer,
    String audience,
    @Nullable URI keysAt,
    Names claims,
    List<String> tenants,
    RoleMapping roles) {

  /// The names of claims.
  ///
  /// @param tenant the claim that names the tenant
  /// @param roles the claim that lists the roles; may be a path such as `realm_access.roles`
  public record Names(String tenant, String roles) {}

  public OidcSettings {
    tenants = List.copyOf(tenants);
  }

  /// These settings for tokens of another audience.
  OidcSettings withAudience(String other) {
    return new OidcSettings(issuer, other, keysAt, claims, tenants, roles);
  }

  /// Whether a token may name this tenant.
  boolean allows(String tenant) {
    return tenants.isEmpty()
        ? !tenant.equals(Waybill.DEFAULT_TENANT)
        : tenants.stream().anyMatch(rule -> matches(rule, tenant));
  }

  /// A prefix never matches the default tenant, which must be listed by name.
  private static boolean matches(String rule, String tenant) {
    return rule.endsWith("*")
        ? !tenant.equals(Waybill.DEFAULT_TENANT)
            && tenant.startsWith(rule.substring(0, rule.length() - 1))
        : rule.equals(tenant);
  }
}
