package dev.waybill.cli.jobs;

import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill jobs cancel`
@Command(
    name = "cancel",
    description = "Cancel waiting jobs, and ask workers to stop running ones.")
final class JobsCancelCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", arity = "1..*", description = "The jobs.")
  private List<String> ids = List.of();

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    List<JobId> wanted = ids.stream().map(JobId::parse).toList();
    try (Waybill waybill = store.open()) {
      return new JobByJob(output).each(wanted, waybill::cancel);
    }
  }
}
