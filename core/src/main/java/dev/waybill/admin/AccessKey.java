package dev.waybill.admin;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An API key without its text, which is not stored.
///
/// @param lastFour the last four characters of the key, so that people recognize it
/// @param expiresAt null if it does not expire
/// @param revokedAt null if it was not revoked
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

  public AccessKey revoked(Instant at) {
    return new AccessKey(id, tenant, scopes, label, lastFour, createdAt, expiresAt, at);
  }
}
