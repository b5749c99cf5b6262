package dev.waybill.cli.jobs;

import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill jobs watch`
@Command(name = "watch", description = "Stream the output of a job, and exit with its exit code.")
final class JobsWatchCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "The ID of the job.")
  private String id = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    JobId wanted = JobId.parse(id);
    try (Waybill waybill = store.openLongRunning()) {
      return new FollowedJob(waybill, output, store.flags()).until(wanted);
    }
  }
}
