package dev.waybill.server.http;

import dev.waybill.Page;
import dev.waybill.server.auth.AuditEntry;
import dev.waybill.server.auth.AuditEntryJson;
import dev.waybill.server.auth.AuditLog;
import dev.waybill.server.auth.Scope;

/// Shows what operators did.
final class AuditRoutes {

  private AuditRoutes() {}

  static Route of(AuditLog audit) {
    return Route.get("/v1/audit", Scope.ADMIN, "List what operators did", call -> list(audit, call))
        .asks(Filters.CURSOR, Filters.LIMIT)
        .answers(200, AuditEntryJson.PAGE, "A page of entries, oldest first.");
  }

  private static Reply list(AuditLog audit, Call call) {
    Page<AuditEntry> page = audit.list(call.caller().tenant(), Filters.page(call.query()));
    return Reply.json(200, AuditEntryJson.PAGE, page);
  }
}
