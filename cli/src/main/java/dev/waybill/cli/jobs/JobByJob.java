package dev.waybill.cli.jobs;

import dev.waybill.JobId;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Errors;
import dev.waybill.cli.output.Output;
import dev.waybill.result.ChangeResult;
import dev.waybill.result.Changed;
import dev.waybill.result.Refused;
import dev.waybill.wire.job.JobJson;
import java.util.List;
import java.util.function.Function;

/// Changes jobs one by one and prints the result of each.
record JobByJob(Output output) {

  /// Returns 0, or the exit code of the last refusal.
  int each(List<JobId> ids, Function<JobId, ChangeResult> change) {
    int exitCode = 0;
    for (JobId id : ids) {
      switch (change.apply(id)) {
        case Changed changed -> print(changed);
        case Refused refused -> {
          output.error(id + ": " + refused.detail() + " (" + refused.code().wire() + ")");
          exitCode = Errors.exitCode(refused.code());
        }
      }
    }
    return exitCode;
  }

  private void print(Changed changed) {
    if (output.json()) {
      output.wire(JobJson.DOCUMENT, changed.job());
      return;
    }
    boolean asked =
        changed.job().progress().cancelRequested() && !changed.job().state().isTerminal();
    String rest = asked ? ", asked to stop" : "";
    output.line(changed.job().id() + " is " + DisplayText.lower(changed.job().state()) + rest);
  }
}
