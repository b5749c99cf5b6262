package dev.waybill.cli.messages;

import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.Paging;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.message.Suppression;
import dev.waybill.wire.message.SuppressionJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill suppressions list`
@Command(name = "list", description = "List the recipients that get no messages.")
final class SuppressionsListCommand implements Callable<Integer> {

  @Mixin private final Paging paging = new Paging();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      Page<Suppression> page = waybill.suppressions().list(paging.request());
      output.wirePage(
          "suppressions", page, SuppressionJson.PAGE, SuppressionsShowCommand.table(page.items()));
    }
    return 0;
  }
}
