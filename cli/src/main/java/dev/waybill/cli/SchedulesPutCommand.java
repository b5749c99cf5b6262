package dev.waybill.cli;

import dev.waybill.Waybill;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.Upcoming;
import dev.waybill.wire.JsonIn;
import dev.waybill.wire.ScheduleJson;
import dev.waybill.wire.UpcomingJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
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
      "Make a schedule, or take the place of the one of this name:",
      "waybill schedules put report --cron '30 9 * * MON-FRI' --zone Europe/Lisbon --type report"
    })
final class SchedulesPutCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "Its name.")
  private String name = "";

  @Mixin private final ScheduleTimes times = new ScheduleTimes();
  @Mixin private final ScheduleWork work = new ScheduleWork();

  @Option(names = "--paused", description = "Do not fire until it is resumed.")
  private boolean paused;

  @Option(names = "--description", paramLabel = "TEXT", description = "For people.")
  private @Nullable String description;

  @Option(names = "--dry-run", description = "Say when it would fire, and keep nothing.")
  private boolean dryRun;

  @Mixin private final Place place = new Place();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    Schedule wanted = wanted();
    if (dryRun) {
      try (Waybill waybill = place.open()) {
        show(waybill.schedules().preview(wanted));
      }
      return 0;
    }
    try (Waybill waybill = place.openOrCreate()) {
      SchedulesShowCommand.show(output, waybill.schedules().put(wanted));
    }
    return 0;
  }

  /// Read as the server reads it, so that the same words say what is wrong.
  private Schedule wanted() {
    Map<String, Object> document = new LinkedHashMap<>();
    times.addTo(document, output);
    document.put("action", work.action(output));
    document.put("paused", paused);
    ScheduleTimes.put(document, "description", description);
    byte[] json = Json.write(document).getBytes(StandardCharsets.UTF_8);
    return JsonIn.read(json, in -> ScheduleJson.readDefinition(in, name));
  }

  private void show(List<Upcoming> upcoming) {
    if (output.json()) {
      output.wire(out -> out.objects("upcoming", upcoming, UpcomingJson::write));
    } else if (upcoming.isEmpty()) {
      output.line("it would not fire any more");
    } else {
      output.table(ScheduleStory.upcoming(upcoming));
    }
  }
}
