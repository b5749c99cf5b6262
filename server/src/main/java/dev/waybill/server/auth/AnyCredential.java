package dev.waybill.server.auth;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Accepts API keys and, if an issuer is configured, tokens. Without an issuer and before the first
/// key, access is open; after the first key it never is, even if all keys are revoked.
final class AnyCredential implements Authenticator {

  private final AccessKeys keys;
  private final @Nullable Authenticator tokens;
  private final Authenticator open = new OpenAccess();

  AnyCredential(AccessKeys keys, @Nullable Authenticator tokens) {
    this.keys = keys;
    this.tokens = tokens;
  }

  boolean isOpen() {
    return tokens == null && keys.isUntouched();
  }

  @Override
  public Optional<Caller> authenticate(Credentials credentials) {
    if (isOpen()) {
      return open.authenticate(credentials);
    }
    return isKey(credentials) || tokens == null
        ? keys.authenticate(credentials)
        : tokens.authenticate(credentials);
  }

  /// A key is looked up in memory; the signature of a token must be computed.
  @Override
  public boolean isCheap(Credentials credentials) {
    return tokens == null || isKey(credentials);
  }

  private static boolean isKey(Credentials credentials) {
    return credentials.bearer().filter(text -> text.startsWith(KeyText.PREFIX)).isPresent();
  }
}
