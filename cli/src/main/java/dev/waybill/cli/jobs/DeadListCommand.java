package dev.waybill.cli.jobs;

import dev.waybill.Job;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.Paging;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.wire.job.JobJson;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill dead list`
@Command(name = "list", description = "List dead jobs with their last error, newest first.")
final class DeadListCommand implements Callable<Integer> {

  @Mixin private final JobSelection selection = new JobSelection();
  @Mixin private final Paging paging = new Paging();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      Page<Job> page = waybill.list(selection.filter().withStates(State.DEAD), paging.request());
      output.wirePage(
          "jobs", page, JobJson.PAGE, table(page.items(), InstantSource.system().instant()));
    }
    return 0;
  }

  private static Table table(List<Job> jobs, Instant now) {
    Table table =
        Table.endingInText("ID", "QUEUE", "TYPE", "ERRORS", "CRASHES", "DIED", "LAST ERROR");
    for (Job job : jobs) {
      table.row(
          job.id(),
          job.queue(),
          job.type(),
          job.progress().errors(),
          job.progress().crashes(),
          DisplayText.since(job.progress().updatedAt(), now),
          DisplayText.failure(job.progress().failure()));
    }
    return table;
  }
}
