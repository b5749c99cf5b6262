package dev.waybill.cli.admin;

import dev.waybill.Page;
import dev.waybill.admin.AccessKey;
import dev.waybill.admin.Scope;
import dev.waybill.cli.connect.AdminOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Settings;
import dev.waybill.wire.AccessKeyJson;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill keys list`
@Command(name = "list", description = "List the API keys of a tenant.")
final class KeysListCommand implements Callable<Integer> {

  @Mixin private final AdminOptions target = new AdminOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    List<AccessKey> keys =
        target.ask(admin -> admin.keys(Page.Request.first(Limits.PAGE_SIZE)).items());
    if (output.json()) {
      output.wire(AccessKeyJson.PAGE, new Page<>(keys, null));
    } else if (keys.isEmpty()) {
      output.line("no keys");
    } else {
      output.table(table(keys, Settings.DEFAULT.clock().instant()));
    }
    return 0;
  }

  private static Table table(List<AccessKey> keys, Instant now) {
    Table table = Table.of("ID", "ENDS IN", "LABEL", "SCOPES", "CREATED", "STATE");
    for (AccessKey key : keys) {
      String scopes =
          key.scopes().stream().sorted().map(Scope::wire).collect(Collectors.joining(","));
      table.row(key.id(), key.lastFour(), key.label(), scopes, key.createdAt(), state(key, now));
    }
    return table;
  }

  private static String state(AccessKey key, Instant now) {
    if (key.revokedAt() != null) {
      return "revoked";
    }
    if (key.expiresAt() == null) {
      return "good";
    }
    return (key.isUsable(now) ? "good until " : "expired ") + key.expiresAt();
  }
}
