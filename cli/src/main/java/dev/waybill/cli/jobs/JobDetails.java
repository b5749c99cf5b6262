package dev.waybill.cli.jobs;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobText;
import dev.waybill.cli.output.Colors;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Formats one job for people.
final class JobDetails {

  private final Job job;
  private final Colors colors;
  private final List<String> lines = new ArrayList<>();

  JobDetails(Job job, Colors colors) {
    this.job = job;
    this.colors = colors;
  }

  /// One line per field; fields without a value are omitted.
  List<String> fields() {
    Job.Progress progress = job.progress();
    field("job", job.id());
    lines.add("%-14s %s".formatted("state", state()));
    field("queue", job.queue() + ", " + DisplayText.lower(job.priority()) + " priority");
    field("type", job.type());
    field("created", DisplayText.time(job.createdAt()));
    field("may start", DisplayText.time(progress.runAt()));
    field("updated", DisplayText.time(progress.updatedAt()));
    field("deadline", job.request().deadline());
    field("attempts", counts());
    field("worker", progress.worker());
    field("lease until", progress.leaseUntil());
    JobText.FILTERS.forEach(text -> field(text.label(), text.of(job.request())));
    field("tags", job.tags().isEmpty() ? null : String.join(", ", job.tags()));
    field("payload", DisplayText.payload(job.payload()));
    field("result", progress.result() == null ? null : DisplayText.payload(progress.result()));
    field(
        "last error", progress.failure() == null ? null : DisplayText.failure(progress.failure()));
    return lines;
  }

  static Table attempts(List<Attempt> attempts) {
    Table table = Table.of("ATTEMPT", "STARTED", "TOOK", "ENDING", "WORKER", "ERROR");
    for (Attempt attempt : attempts) {
      table.row(
          attempt.number(),
          DisplayText.time(attempt.startedAt()),
          took(attempt),
          attempt.ending() == null ? "running" : DisplayText.lower(attempt.ending()),
          attempt.worker(),
          DisplayText.failure(attempt.failure()));
    }
    return table;
  }

  static Table events(List<JobEvent> events) {
    Table table = Table.of("ATTEMPT", "SEQUENCE", "AT", "TYPE", "DATA");
    for (JobEvent event : events) {
      table.row(
          event.attempt(),
          event.sequence(),
          DisplayText.time(event.at()),
          event.type(),
          DisplayText.payload(event.data()));
    }
    return table;
  }

  private static String took(Attempt attempt) {
    return attempt.endedAt() == null
        ? "-"
        : DisplayText.age(Duration.between(attempt.startedAt(), attempt.endedAt()));
  }

  private String state() {
    String asked = job.progress().cancelRequested() ? ", asked to stop" : "";
    return colors.word(DisplayText.lower(job.state())) + asked;
  }

  private String counts() {
    Job.Progress progress = job.progress();
    return "attempt %d, %s, %s, generation %d"
        .formatted(
            job.attempt(),
            DisplayText.count(progress.errors(), "error", "errors"),
            DisplayText.count(progress.crashes(), "crash", "crashes"),
            progress.generation());
  }

  private void field(String name, @Nullable Object value) {
    if (value != null) {
      lines.add("%-14s %s".formatted(name, Table.printable(value.toString())));
    }
  }
}
