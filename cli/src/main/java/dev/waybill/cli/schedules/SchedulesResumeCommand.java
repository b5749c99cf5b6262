package dev.waybill.cli.schedules;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill schedules resume`
@Command(name = "resume", description = "Resume a paused schedule. Missed slots are not fired.")
final class SchedulesResumeCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "The name of the schedule.")
  private String name = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      SchedulesShowCommand.show(output, waybill.schedules().resume(name));
    }
    return 0;
  }
}
