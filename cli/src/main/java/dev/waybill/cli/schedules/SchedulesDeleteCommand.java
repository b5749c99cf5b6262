package dev.waybill.cli.schedules;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.topics.TopicsDeleteCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill schedules delete`
@Command(name = "delete", description = "Delete a schedule. Its running jobs continue.")
final class SchedulesDeleteCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "The name of the schedule.")
  private String name = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      TopicsDeleteCommand.gone(
          output, waybill.schedules().delete(name), "there is no schedule " + name);
    }
    return 0;
  }
}
