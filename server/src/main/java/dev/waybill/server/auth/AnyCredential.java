package dev.waybill.server.auth;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Accepts API keys, sessions of the console and, if an issuer is configured, tokens. Without an
/// issuer and before the first key, access is open; after the first key it never is, even if all
/// keys are revoked.
final class AnyCredential implements Authenticator {

  private final AccessKeys keys;
  private final Sessions sessions;
  private final @Nullable Authenticator tokens;
  private final Authenticator open = new OpenAccess();

  AnyCredential(Books books, @Nullable Authenticator tokens) {
    this.keys = books.keys();
    this.sessions = books.sessions();
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
    if (credentials.onlySession().isPresent()) {
      return sessions.authenticate(credentials);
    }
    return isKey(credentials) || tokens == null
        ? keys.authenticate(credentials)
        : tokens.authenticate(credentials);
  }

  /// Keys and sessions are looked up in memory; the signature of a token must be computed.
  @Override
  public boolean isCheap(Credentials credentials) {
    return tokens == null || isKey(credentials) || credentials.onlySession().isPresent();
  }

  private static boolean isKey(Credentials credentials) {
    return credentials.bearer().filter(text -> text.startsWith(KeyText.PREFIX)).isPresent();
  }
}
