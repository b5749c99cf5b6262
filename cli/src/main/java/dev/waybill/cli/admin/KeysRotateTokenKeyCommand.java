package dev.waybill.cli.admin;

import dev.waybill.admin.WaybillAdmin;
import dev.waybill.cli.connect.AdminOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.wire.TokenKeyJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill keys rotate-token-key`
@Command(
    name = "rotate-token-key",
    description = {
      "Rotate the key that signs task tokens.",
      "Tokens signed with the previous key stay valid until the next rotation."
    })
final class KeysRotateTokenKeyCommand implements Callable<Integer> {

  @Mixin private final AdminOptions target = new AdminOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    int number = target.ask(WaybillAdmin::rotateTokenKey);
    if (output.json()) {
      output.wire(TokenKeyJson.DOCUMENT, number);
    } else {
      output.line("tokens are signed with key " + number);
    }
    return 0;
  }
}
