package dev.waybill.server.auth.oidc;

import org.jspecify.annotations.Nullable;

/// A token cannot be verified at the moment, because its issuer does not answer.
public final class IssuerUnavailable extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public IssuerUnavailable(String why, @Nullable Throwable cause) {
    super(why, cause);
  }
}
