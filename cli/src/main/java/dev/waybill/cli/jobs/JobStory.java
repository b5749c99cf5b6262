package dev.waybill.cli.jobs;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobText;
import dev.waybill.cli.output.Colours;
import dev.waybill.cli.output.Table;
import dev.waybill.cli.output.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One job, told to a person.
final class JobStory {

  private final Job job;
  private final Colours colours;
  private final List<String> lines = new ArrayList<>();

  JobStory(Job job, Colours colours) {
    this.job = job;
    this.colours = colours;
  }

  /// One line per field; those without a value are left out.
  List<String> fields() {
    Job.Progress progress = job.progress();
    field("job", job.id());
    lines.add("%-14s %s".formatted("state", state()));
    field("queue", job.queue() + ", " + Words.lower(job.priority()) + " priority");
    field("type", job.type());
    field("created", Words.time(job.createdAt()));
    field("may start", Words.time(progress.runAt()));
    field("updated", Words.time(progress.updatedAt()));
    field("deadline", job.request().deadline());
    field("attempts", counts());
    field("worker", progress.worker());
    field("lease until", progress.leaseUntil());
    JobText.FILTERS.forEach(text -> field(text.label(), text.of(job.request())));
    field("tags", job.tags().isEmpty() ? null : String.join(", ", job.tags()));
    field("payload", Words.payload(job.payload()));
    field("result", progress.result() == null ? null : Words.payload(progress.result()));
    field("last error", progress.failure() == null ? null : Words.failure(progress.failure()));
    return lines;
  }

  static Table attempts(List<Attempt> attempts) {
    Table table = Table.of("ATTEMPT", "STARTED", "TOOK", "ENDING", "WORKER", "ERROR");
    for (Attempt attempt : attempts) {
      table.row(
          attempt.number(),
          Words.time(attempt.startedAt()),
          took(attempt),
          attempt.ending() == null ? "running" : Words.lower(attempt.ending()),
          attempt.worker(),
          Words.failure(attempt.failure()));
    }
    return table;
  }

  static Table events(List<JobEvent> events) {
    Table table = Table.of("ATTEMPT", "SEQUENCE", "AT", "TYPE", "DATA");
    for (JobEvent event : events) {
      table.row(
          event.attempt(),
          event.sequence(),
          Words.time(event.at()),
          event.type(),
          Words.payload(event.data()));
    }
    return table;
  }

  private static String took(Attempt attempt) {
    return attempt.endedAt() == null
        ? "-"
        : Words.age(Duration.between(attempt.startedAt(), attempt.endedAt()));
  }

  private String state() {
    String asked = job.progress().cancelRequested() ? ", asked to stop" : "";
    return colours.word(Words.lower(job.state())) + asked;
  }

  private String counts() {
    Job.Progress progress = job.progress();
    return "attempt %d, %s, %s, generation %d"
        .formatted(
            job.attempt(),
            Words.count(progress.errors(), "error", "errors"),
            Words.count(progress.crashes(), "crash", "crashes"),
            progress.generation());
  }

  private void field(String name, @Nullable Object value) {
    if (value != null) {
      lines.add("%-14s %s".formatted(name, Table.printable(value.toString())));
    }
  }
}
