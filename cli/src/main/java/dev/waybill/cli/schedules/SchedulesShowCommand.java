package dev.waybill.cli.schedules;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.schedule.ScheduleStatus;
import dev.waybill.wire.schedule.ScheduleStatusJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill schedules show`
@Command(
    name = "show",
    description = "Show a schedule with its next and last firings and skipped slots.")
final class SchedulesShowCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "The name of the schedule.")
  private String name = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      show(
          output,
          waybill
              .schedules()
              .find(name)
              .orElseThrow(
                  () -> new WaybillException(Code.NOT_FOUND, "there is no schedule " + name)));
    }
    return 0;
  }

  static void show(Output output, ScheduleStatus status) {
    if (output.json()) {
      output.wire(ScheduleStatusJson.DOCUMENT, status);
      return;
    }
    status.warnings().forEach(warning -> output.note("warning: " + warning));
    ScheduleDetails.fields(status).forEach(output::line);
    section(output, "next firings", ScheduleDetails.upcoming(status.upcoming()));
    section(output, "last firings", ScheduleDetails.firings(status.last()));
    section(output, "skipped slots", ScheduleDetails.skipped(status.lastSkipped()));
  }

  private static void section(Output output, String heading, Table table) {
    if (!table.isEmpty()) {
      output.section(heading, table.lines(output.colors()));
    }
  }
}
