package dev.waybill.cli.schedules;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.ScheduleLimits;
import dev.waybill.schedule.Schedules;
import dev.waybill.schedule.Upcoming;
import dev.waybill.wire.schedule.UpcomingJson;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill schedules preview`
@Command(
    name = "preview",
    description = {
      "Show when a schedule fires: a stored one by its name, or one that the options define:",
      "waybill schedules preview --cron '30 9 * * MON-FRI' --from 2030-01-01T00:00:00Z --count 30"
    })
final class SchedulesPreviewCommand implements Callable<Integer> {

  private static final Map<String, Object> ANY_JOB = Map.of("job", Map.of("type", "preview"));

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "The name of a stored schedule, or with options the name it would have.")
  private @Nullable String name;

  @Mixin private final ScheduleTimes times = new ScheduleTimes();

  @Option(
      names = "--from",
      paramLabel = "WHEN",
      description = "Show firings after this time, such as 2030-01-01T00:00:00Z (now).")
  private @Nullable String from;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "Number of firings, 1 to 1000 (default: ${DEFAULT-VALUE}).")
  private int count = ScheduleLimits.UPCOMING;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    output.require(
        name != null || times.areGiven(), "name a schedule, or use --cron, --every or --at");
    Instant begin = begin();
    try (Waybill waybill = store.open()) {
      Schedules schedules = waybill.schedules();
      show(output, schedules.preview(wanted(schedules), begin, count));
    }
    return 0;
  }

  static void show(Output output, List<Upcoming> upcoming) {
    if (output.json()) {
      output.wire(UpcomingJson.LIST, upcoming);
    } else if (upcoming.isEmpty()) {
      output.line("the schedule does not fire after this time");
    } else {
      output.table(ScheduleDetails.upcoming(upcoming));
    }
  }

  private @Nullable Instant begin() {
    try {
      return from == null ? null : OffsetDateTime.parse(from).toInstant();
    } catch (DateTimeException malformed) {
      output.require(false, "--from must be a time such as 2030-01-01T00:00:00Z; got " + from);
      return null;
    }
  }

  private Schedule wanted(Schedules schedules) {
    if (times.areGiven()) {
      Map<String, Object> document = new LinkedHashMap<>();
      times.addTo(document, output);
      document.put("action", ANY_JOB);
      return ScheduleOptions.read(document, name == null ? "preview" : name, output);
    }
    return schedules
        .find(String.valueOf(name))
        .orElseThrow(() -> new WaybillException(Code.NOT_FOUND, "there is no schedule " + name))
        .definition()
        .schedule();
  }
}
