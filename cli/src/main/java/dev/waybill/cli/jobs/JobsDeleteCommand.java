package dev.waybill.cli.jobs;

import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Errors;
import dev.waybill.cli.output.Output;
import dev.waybill.wire.job.RemovedJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill jobs delete`
@Command(
    name = "delete",
    description =
        "Delete jobs with their payloads, results, attempts, events and request IDs. Waiting jobs"
            + " are canceled first; running jobs are refused.")
final class JobsDeleteCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", arity = "1..*", description = "The IDs of the jobs.")
  private List<String> ids = List.of();

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    List<JobId> wanted = ids.stream().map(JobId::parse).toList();
    int exitCode = 0;
    try (Waybill waybill = store.open()) {
      for (JobId id : wanted) {
        exitCode = Math.max(exitCode, delete(waybill, id));
      }
    }
    return exitCode;
  }

  private int delete(Waybill waybill, JobId id) {
    try {
      waybill.delete(id);
    } catch (WaybillException refused) {
      output.error(id + ": " + refused.getMessage() + " (" + refused.code().wire() + ")");
      return Errors.exitCode(refused.code());
    }
    if (output.json()) {
      output.wire(RemovedJson.DOCUMENT, true);
    } else {
      output.line(id + " is deleted");
    }
    return 0;
  }
}
