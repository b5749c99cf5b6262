package dev.waybill.cli.jobs;

import dev.waybill.EventCursor;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Errors;
import dev.waybill.cli.output.Output;
import dev.waybill.runner.ProcessEvent;
import dev.waybill.runner.ProcessEventJson;
import dev.waybill.wire.job.JobEventJson;
import dev.waybill.wire.job.JobJson;

/// Shows the events of a job until the job has finished: program output unchanged, every other
/// event as a line.
final class FollowedJob {

  static final int CANCELED = 5;
  static final int TIMED_OUT = 124;
  static final int NOT_ALLOWED = 126;
  static final int NO_PROGRAM = 127;

  private final Waybill waybill;
  private final Output output;
  private final String flags;
  private int attempt = 1;
  private int exitCode = -1;

  /// @param flags the options that another command needs to use the same store
  FollowedJob(Waybill waybill, Output output, String flags) {
    this.waybill = waybill;
    this.output = output;
    this.flags = flags;
  }

  /// Returns the exit code of the program, or a code for the outcome of the job.
  int until(JobId id) {
    Thread interrupted = new Thread(() -> output.note(goesOn(id)), "waybill-detach");
    Runtime.getRuntime().addShutdownHook(interrupted);
    try (WaitingNotes notes = new WaitingNotes(waybill, id, flags, output::note)) {
      for (JobEvent event : waybill.follow(id, EventCursor.START)) {
        notes.heard();
        show(event);
      }
    } finally {
      forget(interrupted);
    }
    return conclude(waybill.find(id).orElseThrow());
  }

  private String goesOn(JobId id) {
    return "stopped following; job "
        + id
        + " continues. Cancel it: waybill jobs cancel "
        + id
        + flags
        + "; follow it again: waybill jobs watch "
        + id
        + flags;
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // the hook has already run
    }
  }

  private int conclude(Job job) {
    if (output.json()) {
      output.wire(JobJson.DOCUMENT, job);
    } else if (job.state() != State.COMPLETED) {
      String why = job.failure().map(failure -> ": " + DisplayText.failure(failure)).orElse("");
      output.note(output.shown("job " + job.id() + " is " + DisplayText.lower(job.state()) + why));
    }
    return switch (job.state()) {
      case COMPLETED -> 0;
      case CANCELLED -> CANCELED;
      case SCHEDULED, QUEUED, RUNNING, FAILED, DEAD ->
          job.failure().map(this::exitCode).orElse(Errors.FAILED);
    };
  }

  private int exitCode(Failure failure) {
    return switch (failure.errorClass()) {
      case "timeout" -> TIMED_OUT;
      case "command_not_allowed", "variable_not_allowed" -> NOT_ALLOWED;
      case "command_not_found" -> NO_PROGRAM;
      case String _ -> exitCode > 0 ? exitCode : Errors.FAILED;
    };
  }

  private void show(JobEvent event) {
    if (event.attempt() != attempt) {
      attempt = event.attempt();
      exitCode = -1;
      output.note("attempt " + attempt);
    }
    ProcessEvent said = ProcessEventJson.read(event).orElse(null);
    if (said instanceof ProcessEvent.Ended ended) {
      exitCode = ended.exitCode();
    }
    if (output.json()) {
      output.wire(JobEventJson.DOCUMENT, event);
    } else if (said == null) {
      output.line(output.shown(event.type() + " " + DisplayText.payload(event.data())));
    } else {
      show(said);
    }
  }

  private void show(ProcessEvent event) {
    switch (event) {
      case ProcessEvent.Output piece -> output.print(piece);
      case ProcessEvent.Failed failed ->
          output.note(output.shown(failed.code() + ": " + failed.message()));
      case ProcessEvent.Started _, ProcessEvent.Heartbeat _, ProcessEvent.Ended _ -> {}
    }
  }
}
