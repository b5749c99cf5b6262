package dev.waybill.server.auth;

import org.jspecify.annotations.Nullable;

/// Whether a token is good cannot be told now, because its issuer does not answer.
final class IssuerUnavailable extends RuntimeException {

  private static final long serialVersionUID = 1L;

  IssuerUnavailable(String why, @Nullable Throwable cause) {
    super(why, cause);
  }
}
