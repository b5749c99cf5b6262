package dev.waybill.cli.messages;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.MessageHook;
import dev.waybill.wire.message.MessageHookJson;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill messages hooks show`
@Command(name = "show", description = "Show a hook.")
final class HooksShowCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "The name of the hook.")
  private String name = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      show(
          waybill
              .messageHooks()
              .find(name)
              .orElseThrow(
                  () -> new WaybillException(Code.NOT_FOUND, "there is no message hook " + name)),
          output);
    }
    return 0;
  }

  static void show(MessageHook hook, Output output) {
    if (output.json()) {
      output.wire(MessageHookJson.DOCUMENT, hook);
      return;
    }
    Table table =
        Table.of("HOOK", hook.name())
            .row("url", hook.url())
            .row("events", events(hook))
            .row("state", state(hook))
            .row("created", DisplayText.time(hook.createdAt()));
    if (hook.secret() != null) {
      table.row("secret", hook.secret());
    }
    output.table(table);
  }

  static String events(MessageHook hook) {
    return hook.events().isEmpty()
        ? "all"
        : hook.events().stream()
            .sorted()
            .map(MessageEventType::eventName)
            .collect(Collectors.joining(" "));
  }

  static String state(MessageHook hook) {
    if (!hook.enabled()) {
      return "disabled";
    }
    return hook.disabledBecause() == null ? "enabled" : "disabled: " + hook.disabledBecause();
  }
}
