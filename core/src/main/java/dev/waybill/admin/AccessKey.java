package dev.waybill.admin;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An API key without its text, which is not stored.
///
/// @param wanted the request that created it
/// @param lastFour the last four characters of the key, for people to recognize it
/// @param revokedAt null if it was not revoked
public record AccessKey(
    String id,
    String tenant,
    NewAccessKey wanted,
    String lastFour,
    Instant createdAt,
    @Nullable Instant revokedAt) {

  public Set<Scope> scopes() {
    return wanted.scopes();
  }

  public String label() {
    return wanted.label();
  }

  /// Null if it does not expire.
  public @Nullable Instant expiresAt() {
    return wanted.expiresAt();
  }

  public boolean isUsable(Instant now) {
    Instant expires = wanted.expiresAt();
    return revokedAt == null && (expires == null || now.isBefore(expires));
  }

  public AccessKey revoked(Instant at) {
    return new AccessKey(id, tenant, wanted, lastFour, createdAt, at);
  }
}
