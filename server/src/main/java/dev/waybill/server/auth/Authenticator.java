package dev.waybill.server.auth;

import java.util.Optional;

/// Identifies callers.
public interface Authenticator {

  /// Empty if the credentials are invalid. Throws [IssuerUnavailable] if they cannot be verified at
  /// the moment.
  Optional<Caller> authenticate(Credentials credentials);

  /// Whether these credentials are so cheap to check that no limit applies.
  default boolean isCheap(Credentials credentials) {
    return true;
  }
}
