package dev.waybill.server.auth;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is known of an API key; the key itself is not.
///
/// @param lastFour the end of the key, so that people can tell which it is
/// @param expiresAt null where it does not expire
/// @param revokedAt null where it holds
public record AccessKey(
    String id,
    String tenant,
    Set<Scope> scopes,
    String label,
    String lastFour,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant revokedAt) {

  public AccessKey {
    scopes = Set.copyOf(scopes);
  }

  public boolean isUsable(Instant now) {
    return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
  }

  AccessKey revoked(Instant at) {
    return new AccessKey(id, tenant, scopes, label, lastFour, createdAt, expiresAt, at);
  }

  Caller caller() {
    return new Caller(tenant, "key:" + id, scopes);
  }
}
