package dev.waybill.cli.jobs;

import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.result.ChangeResult;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill jobs cancel` and `waybill jobs retry`
abstract sealed class JobChangeCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", arity = "1..*", description = "The jobs.")
  private List<String> ids = List.of();

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    List<JobId> wanted = ids.stream().map(JobId::parse).toList();
    try (Waybill waybill = store.open()) {
      return new JobByJob(output).each(wanted, id -> change(waybill, id));
    }
  }

  abstract ChangeResult change(Waybill waybill, JobId id);

  @Command(
      name = "cancel",
      description = "Cancel waiting jobs, and ask workers to stop running ones.")
  static final class Cancel extends JobChangeCommand {
    @Override
    ChangeResult change(Waybill waybill, JobId id) {
      return waybill.cancel(id);
    }
  }

  @Command(name = "retry", description = "Run finished jobs again, or scheduled ones now.")
  static final class Retry extends JobChangeCommand {
    @Override
    ChangeResult change(Waybill waybill, JobId id) {
      return waybill.retry(id);
    }
  }
}
