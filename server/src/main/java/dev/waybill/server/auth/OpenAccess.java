package dev.waybill.server.auth;

import dev.waybill.Waybill;
import dev.waybill.admin.Scope;
import java.util.EnumSet;
import java.util.Optional;

/// Accepts every caller as the default tenant, with all scopes. For a server that is reachable only
/// from this machine.
public final class OpenAccess implements Authenticator {

  public static final Caller CALLER =
      new Caller(Waybill.DEFAULT_TENANT, Caller.ANYBODY, EnumSet.allOf(Scope.class));

  @Override
  public Optional<Caller> authenticate(Credentials credentials) {
    return Optional.of(CALLER);
  }
}
