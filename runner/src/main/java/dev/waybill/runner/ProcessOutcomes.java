package dev.waybill.runner;

import dev.waybill.Failure;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.base.Durations;

/// Maps the end of a process to the outcome of its attempt.
final class ProcessOutcomes {

  private ProcessOutcomes() {}

  /// The process ended by itself.
  static Outcome exited(int exitCode, ProcessSpec spec, Payload result) {
    if (exitCode == 0) {
      return new Outcome.Done(result);
    }
    String signal = Signals.ofExitCode(exitCode).map(name -> " (" + name + ")").orElse("");
    Failure failure =
        Failure.of("exit_" + exitCode, "the process ended with exit code " + exitCode + signal);
    return spec.permanentExitCodes().contains(exitCode)
        ? new Outcome.Fail(failure)
        : new Outcome.Retry(failure, null);
  }

  /// The runner ended the process.
  static Outcome stopped(StopCause cause, ProcessSpec spec) {
    return switch (cause) {
      case TIMEOUT -> retry("timeout", tooLong(spec));
      case START_NOT_PUBLISHED ->
          retry(
              "start_not_published",
              "the start event could not be published; the process was ended");
      case CANCELLED, WORKER_STOPS, LOST -> notStarted(cause);
    };
  }

  static String tooLong(ProcessSpec spec) {
    String timeout = spec.timeout() == null ? "" : " of " + Durations.text(spec.timeout());
    return "the process ran longer than its timeout" + timeout;
  }

  static Outcome notStarted(StopCause cause) {
    return switch (cause) {
      case CANCELLED -> retry("cancelled", "the job was canceled");
      case WORKER_STOPS, LOST, TIMEOUT, START_NOT_PUBLISHED -> new Outcome.Release();
    };
  }

  /// Without the end event nobody can see how the process ended, so the attempt counts as failed.
  static Outcome endNotPublished(int exitCode) {
    return retry(
        "end_not_published",
        "the process ended with exit code "
            + exitCode
            + ", but the end event could not be published");
  }

  private static Outcome retry(String code, String message) {
    return new Outcome.Retry(Failure.of(code, message), null);
  }
}
