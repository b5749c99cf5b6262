package dev.waybill.cli.messages;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.message.Suppression;
import dev.waybill.wire.message.SuppressionJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill suppressions show`
@Command(name = "show", description = "Show why a recipient gets no messages.")
final class SuppressionsShowCommand implements Callable<Integer> {

  @Mixin private final RecipientArguments to = new RecipientArguments();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      show(
          waybill
              .suppressions()
              .find(to.channel, to.recipient)
              .orElseThrow(
                  () -> new WaybillException(Code.NOT_FOUND, "the recipient is not suppressed")),
          output);
    }
    return 0;
  }

  static void show(Suppression suppression, Output output) {
    if (output.json()) {
      output.wire(SuppressionJson.DOCUMENT, suppression);
    } else {
      output.table(table(List.of(suppression)));
    }
  }

  static Table table(List<Suppression> suppressions) {
    Table table = Table.of("CHANNEL", "RECIPIENT", "REASON", "SINCE", "UNTIL");
    for (Suppression one : suppressions) {
      table.row(
          one.channel(),
          one.recipient(),
          DisplayText.lower(one.reason()),
          DisplayText.time(one.createdAt()),
          one.expiresAt() == null ? "-" : DisplayText.time(one.expiresAt()));
    }
    return table;
  }
}
