package dev.waybill.cli.schedules;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.schedule.Firing;
import dev.waybill.wire.schedule.FiringJson;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill schedules run`
@Command(name = "run", description = "Run the action of a schedule now.")
final class SchedulesRunCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "The name of the schedule.")
  private String name = "";

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "An idempotency key: using it again starts no second run.")
  private @Nullable String key;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      show(waybill.schedules().runNow(name, key));
    }
    return 0;
  }

  private void show(Firing firing) {
    if (output.json()) {
      output.wire(FiringJson.DOCUMENT, firing);
    } else if (firing.jobs().isEmpty()) {
      output.line("no job was started: no subscription matches the event");
    } else {
      output.table(ScheduleDetails.firings(List.of(firing)));
    }
  }
}
