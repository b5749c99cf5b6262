package dev.waybill.cli;

import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.Waybill;

/// Shows what a job says until it has ended: what a program writes as it wrote it, everything else
/// one line an event.
final class Following {

  private static final int CANCELLED = 130;

  private final Waybill waybill;
  private final Output output;
  private int attempt = 1;
  private int exitCode = -1;

  Following(Waybill waybill, Output output) {
    this.waybill = waybill;
    this.output = output;
  }

  /// Answers the exit code of the program, or one that says how the job ended.
  int until(JobId id) {
    waybill.follow(id, EventCursor.START).forEach(this::show);
    Job job = waybill.find(id).orElseThrow();
    if (job.state() != State.COMPLETED) {
      String why = job.failure().map(failure -> ": " + Words.failure(failure)).orElse("");
      output.note("job " + id + " is " + Words.lower(job.state()) + why);
    }
    return switch (job.state()) {
      case COMPLETED -> 0;
      case CANCELLED -> CANCELLED;
      case SCHEDULED, QUEUED, RUNNING, FAILED, DEAD -> exitCode > 0 ? exitCode : Errors.FAILED;
    };
  }

  private void show(JobEvent event) {
    if (event.attempt() != attempt) {
      attempt = event.attempt();
      output.note("attempt " + attempt);
    }
    switch (event.type()) {
      case "Output" -> ProcessEvent.of(event).output().ifPresent(output::print);
      case "ProcessEnd" -> exitCode = ProcessEvent.of(event).exitCode();
      case "ProcessError" -> output.note(Words.payload(event.data()));
      case "ProcessStart", "Heartbeat" -> {}
      case String type -> output.line(type + " " + Words.payload(event.data()));
    }
  }
}
