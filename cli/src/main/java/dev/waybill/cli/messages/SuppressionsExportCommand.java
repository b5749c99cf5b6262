package dev.waybill.cli.messages;

import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.message.Suppression;
import dev.waybill.settings.Limits;
import dev.waybill.wire.message.SuppressionFile;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill suppressions export`
@Command(name = "export", description = "Print all suppressed recipients, one JSON line each.")
final class SuppressionsExportCommand implements Callable<Integer> {

  @Option(names = "--csv", description = "Print CSV with a heading.")
  private boolean csv;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    if (csv) {
      output.line(SuppressionFile.HEADING);
    }
    try (Waybill waybill = store.open()) {
      Page.Request next = Page.Request.first(Limits.PAGE_SIZE);
      while (true) {
        Page<Suppression> page = waybill.suppressions().list(next);
        page.items().forEach(this::print);
        if (page.nextCursor() == null) {
          return 0;
        }
        next = next.next(page.nextCursor());
      }
    }
  }

  private void print(Suppression one) {
    output.line(csv ? SuppressionFile.csv(one) : SuppressionFile.json(one));
  }
}
