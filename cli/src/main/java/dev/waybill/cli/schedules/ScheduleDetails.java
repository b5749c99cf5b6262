package dev.waybill.cli.schedules;

import dev.waybill.Payload;
import dev.waybill.base.Durations;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Table;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.Firing;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.ScheduleStatus;
import dev.waybill.schedule.Skipped;
import dev.waybill.schedule.Timing;
import dev.waybill.schedule.Upcoming;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Formats schedules for people.
final class ScheduleDetails {

  private final List<String> lines = new ArrayList<>();

  private ScheduleDetails() {}

  static String when(Timing timing) {
    return switch (timing) {
      case Timing.Cron(String expression, ZoneId zone) -> expression + " " + zone;
      case Timing.Every(Duration interval, Instant anchor) when anchor.equals(Instant.EPOCH) ->
          "every " + Durations.text(interval);
      case Timing.Every(Duration interval, Instant anchor) ->
          "every " + Durations.text(interval) + " from " + anchor;
      case Timing.Once(LocalDateTime at, ZoneId zone) -> "at " + at + " " + zone;
    };
  }

  static String what(Action action) {
    return switch (action) {
      case Action.StartJob start ->
          "job " + start.template().type() + " in " + start.template().queue();
      case Action.PublishEvent event -> "event " + event.type() + " to " + event.topic();
    };
  }

  /// One line per field; fields without a value are omitted.
  static List<String> fields(ScheduleStatus status) {
    Schedule schedule = status.definition().schedule();
    ScheduleDetails details = new ScheduleDetails();
    details.field("schedule", schedule.name());
    details.field("about", schedule.description().isEmpty() ? null : schedule.description());
    details.field("when", when(schedule.timing()));
    details.field("what", what(schedule.action()));
    details.field("carries", DisplayText.payload(carried(schedule.action())));
    details.field("jitter", schedule.jitter().isZero() ? null : DisplayText.age(schedule.jitter()));
    details.field("overlap", DisplayText.lower(schedule.overlap()));
    details.field("catch-up", DisplayText.lower(schedule.catchUp().mode()));
    details.field("from", schedule.startAt());
    details.field("until", schedule.endAt());
    details.field("paused", schedule.paused() ? "paused" : null);
    details.field("version", status.definition().version());
    details.field("changed", DisplayText.time(status.definition().changedAt()));
    details.field("waits", status.queued());
    details.field("skipped", status.skipped().isEmpty() ? null : counts(status));
    return details.lines;
  }

  static Table upcoming(List<Upcoming> upcoming) {
    Table table = Table.of("SLOT", "FIRES");
    upcoming.forEach(one -> table.row(DisplayText.time(one.slot()), DisplayText.time(one.at())));
    return table;
  }

  /// One row per job.
  static Table firings(List<Firing> firings) {
    Table table = Table.of("SLOT", "BY HAND", "FIRED", "JOB", "QUEUE", "STATE");
    for (Firing firing : firings) {
      for (Firing.Started job : firing.jobs()) {
        table.row(
            DisplayText.time(firing.slot()),
            firing.byHand() ? "yes" : "-",
            DisplayText.time(firing.firedAt()),
            job.id(),
            job.queue(),
            DisplayText.lower(job.state()));
      }
    }
    return table;
  }

  static Table skipped(List<Skipped> skipped) {
    Table table = Table.endingInText("FIRST", "LAST", "SLOTS", "REASON", "DETAIL");
    for (Skipped one : skipped) {
      table.row(
          DisplayText.time(one.first()),
          DisplayText.time(one.last()),
          one.count(),
          DisplayText.lower(one.reason()),
          one.detail());
    }
    return table;
  }

  private static Payload carried(Action action) {
    return switch (action) {
      case Action.StartJob start -> start.template().payload();
      case Action.PublishEvent event -> event.body();
    };
  }

  private static String counts(ScheduleStatus status) {
    return status.skipped().entrySet().stream()
        .map(entry -> entry.getValue() + " " + DisplayText.lower(entry.getKey()))
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private void field(String name, @Nullable Object value) {
    if (value != null) {
      lines.add("%-12s %s".formatted(name, Table.printable(value.toString())));
    }
  }
}
