package dev.waybill.cli.schedules;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.ScheduleStatus;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill schedules put`
@Command(
    name = "put",
    description = {
      "Create a schedule, or replace the one of this name:",
      "waybill schedules put report --cron '30 9 * * MON-FRI' --zone Europe/Lisbon --type report"
    })
final class SchedulesPutCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "Its name.")
  private String name = "";

  @Mixin private final ScheduleTimes times = new ScheduleTimes();
  @Mixin private final ScheduleWork work = new ScheduleWork();

  @Option(names = "--paused", description = "Do not fire until it is resumed.")
  private boolean paused;

  @Option(names = "--description", paramLabel = "TEXT", description = "A description.")
  private @Nullable String description;

  @Option(names = "--dry-run", description = "Show when it would fire, and store nothing.")
  private boolean dryRun;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    Schedule wanted = wanted();
    if (dryRun) {
      try (Waybill waybill = store.open()) {
        SchedulesPreviewCommand.show(output, waybill.schedules().preview(wanted));
      }
      return 0;
    }
    try (Waybill waybill = store.openOrCreate()) {
      show(waybill.schedules().put(wanted));
    }
    return 0;
  }

  /// Reads the options by the rules of the server, so that errors are the same.
  private Schedule wanted() {
    Map<String, Object> document = new LinkedHashMap<>();
    times.addTo(document, output);
    document.put("action", work.action(output));
    document.put("paused", paused);
    ScheduleTimes.put(document, "description", description);
    return ScheduleOptions.read(document, name, output);
  }

  private void show(ScheduleStatus status) {
    if (!output.json()) {
      Instant next = status.definition().next();
      String fires = next == null ? "it is paused" : "next firing " + DisplayText.time(next);
      output.line("stored schedule " + name + ": " + fires);
      output.line("");
    }
    SchedulesShowCommand.show(output, status);
  }
}
