package dev.waybill.cli.admin;

import dev.waybill.Page;
import dev.waybill.admin.AuditEntry;
import dev.waybill.cli.connect.AdminOptions;
import dev.waybill.cli.connect.Paging;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.wire.AuditEntryJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill audit`
@Command(name = "audit", description = "List the audit log of a tenant, oldest entries first.")
public final class AuditCommand implements Callable<Integer> {

  @Mixin private final Paging paging = new Paging();
  @Mixin private final AdminOptions target = new AdminOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    Page<AuditEntry> page = target.ask(admin -> admin.audit(paging.request()));
    output.wirePage("entries", page, AuditEntryJson.PAGE, table(page.items()));
    return 0;
  }

  private static Table table(List<AuditEntry> entries) {
    Table table = Table.of("TIME", "ACTOR", "ACTION", "TARGET", "OUTCOME");
    for (AuditEntry entry : entries) {
      table.row(entry.at(), entry.actor(), entry.action(), entry.target(), entry.outcome());
    }
    return table;
  }
}
