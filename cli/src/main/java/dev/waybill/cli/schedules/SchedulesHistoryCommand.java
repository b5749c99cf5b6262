package dev.waybill.cli.schedules;

import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.Paging;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.schedule.Firing;
import dev.waybill.wire.schedule.FiringJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill schedules history`
@Command(name = "history", description = "List the firings of a schedule, newest first.")
final class SchedulesHistoryCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "The name of the schedule.")
  private String name = "";

  @Mixin private final Paging paging = new Paging();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      Page<Firing> page = waybill.schedules().history(name, paging.request());
      output.wirePage("firings", page, FiringJson.PAGE, ScheduleDetails.firings(page.items()));
    }
    return 0;
  }
}
