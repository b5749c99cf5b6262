package dev.waybill.cli.messages;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.message.MessageHook;
import dev.waybill.wire.DefinitionsJson;
import dev.waybill.wire.message.MessageHookJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill messages hooks list`
@Command(name = "list", description = "List hooks.")
final class HooksListCommand implements Callable<Integer> {

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      show(waybill.messageHooks().list());
    }
    return 0;
  }

  private void show(List<MessageHook> hooks) {
    if (output.json()) {
      output.wire(MessageHookJson.LIST, DefinitionsJson.Listed.all(hooks));
      return;
    }
    Table table = Table.of("NAME", "URL", "EVENTS", "STATE");
    for (MessageHook hook : hooks) {
      table.row(
          hook.name(), hook.url(), HooksShowCommand.events(hook), HooksShowCommand.state(hook));
    }
    output.table(table);
  }
}
