package dev.waybill.server.auth;

import java.util.Optional;

/// Decides who is calling.
public interface Authenticator {

  /// Empty where the credentials are not good. Throws [IssuerUnavailable] where that cannot be told
  /// at the moment.
  Optional<Caller> authenticate(Credentials credentials);

  /// Whether deciding on these costs so little that it is done for everybody.
  default boolean isCheap(Credentials credentials) {
    return true;
  }
}
