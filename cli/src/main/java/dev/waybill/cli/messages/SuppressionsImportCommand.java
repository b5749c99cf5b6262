package dev.waybill.cli.messages;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.connect.TextArgument;
import dev.waybill.cli.output.Output;
import dev.waybill.message.NewSuppression;
import dev.waybill.result.Refused;
import dev.waybill.result.SuppressionResult;
import dev.waybill.settings.Limits;
import dev.waybill.wire.message.SuppressionJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill suppressions import`
@Command(name = "import", description = "Add the recipients of a file with JSON or CSV lines.")
final class SuppressionsImportCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "FILE",
      description = "Lines as export prints them: JSON, or channel,recipient,reason,expires_at.")
  private Path file = Path.of("");

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    List<NewSuppression> all = SuppressionLines.read(TextArgument.file(file)).toList();
    List<SuppressionResult> results = new ArrayList<>();
    try (Waybill waybill = store.openOrCreate()) {
      for (int from = 0; from < all.size(); from += Limits.SUPPRESSIONS_PER_CALL) {
        int to = Math.min(all.size(), from + Limits.SUPPRESSIONS_PER_CALL);
        results.addAll(waybill.suppressions().addAll(all.subList(from, to)));
      }
    }
    return show(all, results);
  }

  private int show(List<NewSuppression> all, List<SuppressionResult> results) {
    if (output.json()) {
      output.wire(SuppressionJson.RESULTS, results);
    }
    int refusals = 0;
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i) instanceof Refused refused) {
        refusals++;
        output.error(all.get(i).channel() + " " + all.get(i).recipient() + ": " + refused.detail());
      }
    }
    if (!output.json()) {
      int added = results.size() - refusals;
      output.line("added " + added + (added == 1 ? " recipient" : " recipients"));
    }
    return refusals == 0 ? 0 : 1;
  }
}
