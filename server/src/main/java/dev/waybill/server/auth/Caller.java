package dev.waybill.server.auth;

import dev.waybill.admin.Scope;
import java.util.Set;

/// An authenticated caller, the only source of its tenant.
///
/// @param name its name in the audit log: `key:<id>`, `oidc:<subject>`, `local:<user>` or `anybody`
public record Caller(String tenant, String name, Set<Scope> scopes) {

  static final String ANYBODY = "anybody";

  public Caller {
    scopes = Set.copyOf(scopes);
  }

  /// Whether this is the anonymous caller of a server with open access.
  public boolean isAnybody() {
    return name.equals(ANYBODY);
  }

  public boolean may(Scope scope) {
    return scopes.contains(scope);
  }
}
