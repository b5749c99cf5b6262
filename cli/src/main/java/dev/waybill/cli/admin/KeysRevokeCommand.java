package dev.waybill.cli.admin;

import dev.waybill.admin.AccessKey;
import dev.waybill.cli.connect.AdminOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.wire.AccessKeyJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill keys revoke`
@Command(name = "revoke", description = "Revoke a key.")
final class KeysRevokeCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "The ID of the key, as `keys list` shows it.")
  private String id = "";

  @Mixin private final AdminOptions target = new AdminOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    AccessKey key = target.ask(admin -> admin.revokeKey(id));
    if (output.json()) {
      output.wire(AccessKeyJson.DOCUMENT, key);
    } else {
      output.line(key.id() + " is revoked");
    }
    return 0;
  }
}
