package dev.waybill.cli.admin;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Feature;
import dev.waybill.ServiceInfo;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.wire.InfoJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill info`
@Command(
    name = "info",
    description = "Show the version of the server and the capabilities of its store.")
public final class InfoCommand implements Callable<Integer> {

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      show(waybill.info());
    }
    return 0;
  }

  private void show(ServiceInfo info) {
    if (output.json()) {
      output.wire(InfoJson.DOCUMENT, info);
      return;
    }
    Capabilities can = info.capabilities();
    Table table = Table.of("", "");
    table.row("version", info.version());
    table.row("store", can.store());
    table.row("durability", DisplayText.durability(can.durability()));
    table.row("ordering", DisplayText.ordering(can.ordering()));
    table.row("listing", DisplayText.listing(can.listing()));
    table.row("atomic fan-out", can.has(Feature.ATOMIC_FAN_OUT) ? "yes" : "no");
    table.row("several servers", can.has(Feature.SHARED) ? "yes" : "no");
    table.row("job search", can.has(Feature.SEARCH) ? "yes" : "no");
    output.table(table);
  }
}
