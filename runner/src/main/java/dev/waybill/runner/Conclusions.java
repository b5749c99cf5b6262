package dev.waybill.runner;

import dev.waybill.Durations;
import dev.waybill.Failure;
import dev.waybill.Outcome;
import dev.waybill.Payload;

/// What follows from how a process ended.
final class Conclusions {

  private Conclusions() {}

  /// It ended by itself.
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

  /// It was ended.
  static Outcome stopped(StopCause cause, ProcessSpec spec) {
    return switch (cause) {
      case TIMEOUT -> retry("timeout", tooLong(spec));
      case START_NOT_PUBLISHED ->
          retry("start_not_published", "the event of its start did not arrive; it was ended");
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

  /// Nobody would know how it ended, so it did not.
  static Outcome endNotPublished(int exitCode) {
    return retry(
        "end_not_published",
        "the process ended with exit code " + exitCode + ", but the event of it did not arrive");
  }

  private static Outcome retry(String code, String message) {
    return new Outcome.Retry(Failure.of(code, message), null);
  }
}
