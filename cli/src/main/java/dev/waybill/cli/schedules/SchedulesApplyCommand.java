package dev.waybill.cli.schedules;

import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.schedule.DefinedSchedule;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.Schedules;
import dev.waybill.settings.Limits;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill schedules apply`
@Command(
    name = "apply",
    description = "Apply a file of schedules. All are checked before any is changed.")
final class SchedulesApplyCommand implements Callable<Integer> {

  private static final Document<Applied> APPLIED = document();

  @Parameters(
      paramLabel = "FILE",
      description =
          "A YAML file, or JSON if its name ends in .json, with definitions under `schedules`.")
  private Path file = Path.of("");

  @Option(names = "--prune", description = "Delete schedules that are not in the file.")
  private boolean prune;

  @Option(names = "--dry-run", description = "Print the changes without making them.")
  private boolean dryRun;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  private record Change(String name, String what) {}

  private record Applied(List<Change> changes, boolean dryRun) {}

  @Override
  public Integer call() {
    ScheduleFile wanted = ScheduleFile.read(file);
    try (Waybill waybill = dryRun ? store.open() : store.openOrCreate()) {
      show(apply(waybill.schedules(), wanted));
    }
    return 0;
  }

  private List<Change> apply(Schedules schedules, ScheduleFile file) {
    Map<String, Schedule> existing = all(schedules);
    List<Change> changes = new ArrayList<>();
    List<Runnable> steps = new ArrayList<>();
    for (Schedule schedule : file.schedules()) {
      Schedule before = existing.remove(schedule.name());
      Schedule after =
          file.pausedUnset().contains(schedule.name()) ? paused(schedule, before) : schedule;
      changes.add(new Change(schedule.name(), word(before, after)));
      if (!after.equals(before)) {
        schedules.preview(after);
        steps.add(() -> schedules.put(after));
      }
    }
    for (String name : prune ? existing.keySet() : List.<String>of()) {
      changes.add(new Change(name, "deleted"));
      steps.add(() -> schedules.delete(name));
    }
    if (!dryRun) {
      steps.forEach(Runnable::run);
    }
    return changes;
  }

  /// If the file does not set `paused`, keeps the current state of the schedule.
  private static Schedule paused(Schedule wanted, @Nullable Schedule before) {
    return before == null ? wanted : wanted.toBuilder().paused(before.paused()).build();
  }

  private static String word(@Nullable Schedule before, Schedule after) {
    if (before == null) {
      return "created";
    }
    return after.equals(before) ? "unchanged" : "changed";
  }

  private static Map<String, Schedule> all(Schedules schedules) {
    Map<String, Schedule> all = new TreeMap<>();
    Page.@Nullable Request request = Page.Request.first(Limits.PAGE_SIZE);
    while (request != null) {
      Page<DefinedSchedule> page = schedules.list(request);
      page.items().forEach(one -> all.put(one.schedule().name(), one.schedule()));
      String cursor = page.nextCursor();
      request = cursor == null ? null : request.next(cursor);
    }
    return all;
  }

  private void show(List<Change> changes) {
    if (output.json()) {
      output.wire(APPLIED, new Applied(changes, dryRun));
    } else if (changes.isEmpty()) {
      output.line("no schedules");
    } else {
      Table table = Table.of("SCHEDULE", dryRun ? "WOULD BE" : "IS");
      changes.forEach(one -> table.row(one.name(), one.what()));
      output.table(table);
    }
  }

  private static Document<Applied> document() {
    Fields<Applied> fields = Fields.of("AppliedSchedules", "What was done to each schedule.");
    var changes =
        fields.required(
            "schedules",
            Codecs.list(change(), Integer.MAX_VALUE),
            Applied::changes,
            "One item per schedule.");
    var dryRun = fields.flag("dry_run", Applied::dryRun, "Whether this was a dry run.");
    return fields.make(in -> new Applied(in.get(changes), in.get(dryRun)));
  }

  private static Document<Change> change() {
    Fields<Change> fields = Fields.of("AppliedSchedule", "What was done to a schedule.");
    var name = fields.text("name", Change::name, "Name of the schedule.");
    var what =
        fields.text("change", Change::what, "`created`, `changed`, `unchanged` or `deleted`.");
    return fields.make(in -> new Change(in.get(name), in.get(what)));
  }
}
