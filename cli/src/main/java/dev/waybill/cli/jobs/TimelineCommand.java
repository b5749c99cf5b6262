package dev.waybill.cli.jobs;

import dev.waybill.Code;
import dev.waybill.Timeline;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.wire.TimelineJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill timeline`
@Command(
    name = "timeline",
    description = "Show everything with a correlation ID, or that of a job or message, in order.")
public final class TimelineCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "The correlation ID, or the ID of a job or message.")
  private String id = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      show(waybill.timeline(id));
    }
    return 0;
  }

  private void show(Timeline timeline) {
    if (timeline.entries().isEmpty()) {
      throw new WaybillException(
          Code.NOT_FOUND, "no job or message has the ID or correlation ID " + id);
    }
    if (output.json()) {
      output.wire(TimelineJson.DOCUMENT, timeline);
      return;
    }
    Table table = Table.of("TIME", "WHAT", "", "JOB");
    for (Timeline.Entry entry : timeline.entries()) {
      table.row(
          DisplayText.time(entry.at()),
          DisplayText.lower(entry.kind()),
          entry.text(),
          entry.job() == null ? "" : entry.job());
    }
    output.table(table);
    if (!timeline.complete()) {
      output.note("the timeline is incomplete: it has more entries than can be shown");
    }
  }
}
