package dev.waybill.server.auth.oidc;

import org.jspecify.annotations.Nullable;

/// Whether a token is good cannot be told now, because its issuer does not answer.
public final class IssuerUnavailable extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public IssuerUnavailable(String why, @Nullable Throwable cause) {
    super(why, cause);
  }
}
