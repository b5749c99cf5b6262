package dev.waybill.server.grpc;

import dev.waybill.Waybill;
import java.util.EnumSet;
import java.util.Set;

/// Who is calling, as the credential says.
public record Caller(String tenant, Set<Scope> scopes) {

  /// The default tenant, with every right.
  public static final Caller ANYONE =
      new Caller(Waybill.DEFAULT_TENANT, EnumSet.allOf(Scope.class));

  public Caller {
    scopes = Set.copyOf(scopes);
  }
}
