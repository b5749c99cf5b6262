package dev.waybill.cli.schedules;

import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.Paging;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.schedule.DefinedSchedule;
import dev.waybill.wire.schedule.DefinedScheduleJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill schedules`
@Command(
    name = "schedules",
    description = "List schedules; create, pause, run and delete them.",
    subcommands = {
      SchedulesShowCommand.class,
      SchedulesPutCommand.class,
      SchedulesPreviewCommand.class,
      SchedulesApplyCommand.class,
      PausedScheduleCommand.Pause.class,
      PausedScheduleCommand.Resume.class,
      SchedulesRunCommand.class,
      SchedulesHistoryCommand.class,
      SchedulesDeleteCommand.class
    })
public final class SchedulesCommand implements Callable<Integer> {

  @Mixin private final Paging paging = new Paging();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      Page<DefinedSchedule> page = waybill.schedules().list(paging.request());
      output.wirePage("schedules", page, DefinedScheduleJson.PAGE, table(page));
    }
    return 0;
  }

  private static Table table(Page<DefinedSchedule> page) {
    Table table = Table.of("NAME", "WHEN", "WHAT", "NEXT", "PAUSED");
    for (DefinedSchedule one : page.items()) {
      table.row(
          one.schedule().name(),
          ScheduleDetails.when(one.schedule().timing()),
          ScheduleDetails.what(one.schedule().action()),
          DisplayText.time(one.next()),
          one.schedule().paused() ? "paused" : "-");
    }
    return table;
  }
}
