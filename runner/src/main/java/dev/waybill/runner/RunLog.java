package dev.waybill.runner;

import dev.waybill.Failure;
import dev.waybill.Outcome;
import dev.waybill.base.Durations;
import dev.waybill.base.Text;
import dev.waybill.worker.Task;
import java.lang.System.Logger.Level;
import java.time.Duration;

/// Logs the start and the end of each process. Arguments and variables are left out: they may be
/// secrets.
final class RunLog {

  private static final System.Logger LOG = System.getLogger(RunLog.class.getName());

  private final String name;

  RunLog(Task task) {
    this.name = "job " + task.job().id() + " attempt " + task.attempt();
  }

  void started(ProcessSpec spec, long pid) {
    say("started " + Text.quote(spec.command()) + " as process " + pid);
  }

  void ended(ProcessSpec spec, Duration elapsed, Outcome outcome) {
    say(
        Text.quote(spec.command())
            + " ended after "
            + Durations.text(elapsed)
            + ": "
            + shown(outcome));
  }

  void refused(CannotRun refused) {
    say("did not start: " + refused.code() + ": " + refused.message());
  }

  private void say(String text) {
    LOG.log(Level.INFO, () -> name + ": " + text);
  }

  private static String shown(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Done _ -> "completed";
      case Outcome.Retry retry -> "error, " + shown(retry.failure());
      case Outcome.Fail fail -> "failed, " + shown(fail.failure());
      case Outcome.Reject reject -> "rejected, " + shown(reject.failure());
      case Outcome.Snooze _ -> "snoozed";
      case Outcome.Release _ -> "released";
    };
  }

  private static String shown(Failure failure) {
    return failure.errorClass();
  }
}
