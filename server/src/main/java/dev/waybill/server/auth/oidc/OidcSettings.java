package dev.waybill.server.auth.oidc;

import dev.waybill.Waybill;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The issuer whose tokens are good, and what they say.
///
/// @param issuer exactly as it stands in `iss`
/// @param audience what must be in `aud`
/// @param keysAt where the keys of the issuer are, or null to ask its discovery document
/// @param tenants which tenants tokens may name: exactly, or by a beginning as `acme-*`; where
///     empty, any but the default tenant, whose callers operate the server
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

  /// Whether a token may name this tenant.
  boolean allows(String tenant) {
    return tenants.isEmpty()
        ? !tenant.equals(Waybill.DEFAULT_TENANT)
        : tenants.stream().anyMatch(rule -> matches(rule, tenant));
  }

  /// A beginning never means the default tenant: that one is to be listed.
  private static boolean matches(String rule, String tenant) {
    return rule.endsWith("*")
        ? !tenant.equals(Waybill.DEFAULT_TENANT)
            && tenant.startsWith(rule.substring(0, rule.length() - 1))
        : rule.equals(tenant);
  }
}
