package dev.waybill.server.auth;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// API keys, and tokens where an issuer is configured. Where there is no issuer and has never been
/// a key, everybody may come in; from the first key on nobody may without, even if all are revoked.
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

  /// A key is looked up in memory; the signature of a token has to be computed.
  @Override
  public boolean isCheap(Credentials credentials) {
    return tokens == null || isKey(credentials);
  }

  private static boolean isKey(Credentials credentials) {
    return credentials.bearer().filter(text -> text.startsWith(KeyText.PREFIX)).isPresent();
  }
}
