package dev.waybill.server.auth;

import dev.waybill.admin.Scope;
import java.util.Set;

/// Somebody whose credential was accepted. The tenant comes from here and from nowhere else.
///
/// @param name who it is, for the audit log: `key:<id>`, `oidc:<subject>`, `local:<user>` or
///     `anybody`
public record Caller(String tenant, String name, Set<Scope> scopes) {

  static final String ANYBODY = "anybody";

  public Caller {
    scopes = Set.copyOf(scopes);
  }

  /// Whether this is whoever comes to a server that lets everybody in.
  public boolean isAnybody() {
    return name.equals(ANYBODY);
  }

  public boolean may(Scope scope) {
    return scopes.contains(scope);
  }
}
