package dev.waybill.server.auth;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/// The issuer whose tokens are good, and what they say.
///
/// @param issuer exactly as it stands in `iss`
/// @param audience what must be in `aud`
/// @param keysAt where the keys of the issuer are, or null to ask its discovery document
/// @param tenantClaim the claim that names the tenant
/// @param rolesClaim the claim that lists the roles; may be a path such as `realm_access.roles`
public record OidcSettings(
    String issuer,
    String audience,
    @Nullable URI keysAt,
    String tenantClaim,
    String rolesClaim,
    RoleMapping roles) {}
