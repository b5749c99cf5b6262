package dev.waybill.server.auth;

import java.util.Set;

/// Somebody whose credential was accepted. The tenant comes from here and from nowhere else.
public record Caller(String tenant, Set<Scope> scopes) {

  public Caller {
    scopes = Set.copyOf(scopes);
  }

  public boolean may(Scope scope) {
    return scopes.contains(scope);
  }
}
