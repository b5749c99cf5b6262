package dev.waybill.cli.schedules;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.schedule.ScheduleStatus;
import dev.waybill.schedule.Schedules;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill schedules pause` and `waybill schedules resume`
abstract sealed class PausedScheduleCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "The name of the schedule.")
  private String name = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      SchedulesShowCommand.show(output, change(waybill.schedules(), name));
    }
    return 0;
  }

  abstract ScheduleStatus change(Schedules schedules, String name);

  @Command(name = "pause", description = "Stop a schedule from firing until it is resumed.")
  static final class Pause extends PausedScheduleCommand {
    @Override
    ScheduleStatus change(Schedules schedules, String name) {
      return schedules.pause(name);
    }
  }

  @Command(name = "resume", description = "Resume a paused schedule. Missed slots are not fired.")
  static final class Resume extends PausedScheduleCommand {
    @Override
    ScheduleStatus change(Schedules schedules, String name) {
      return schedules.resume(name);
    }
  }
}
