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
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill jobs list`
@Command(name = "list", description = "List jobs, newest first.")
final class JobsListCommand implements Callable<Integer> {

  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      description =
          "Only jobs in these states: scheduled, queued, running, completed, failed, cancelled,"
              + " dead.")
  private Set<State> states = EnumSet.allOf(State.class);

  @Mixin private final JobSelection selection = new JobSelection();
  @Mixin private final Paging paging = new Paging();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      Page<Job> page = waybill.list(selection.filter().withStates(states), paging.request());
      output.wirePage(
          "jobs", page, JobJson.PAGE, table(page.items(), InstantSource.system().instant()));
    }
    return 0;
  }

  private static Table table(List<Job> jobs, Instant now) {
    Table table =
        Table.endingInText(
            "ID", "STATE", "QUEUE", "TYPE", "ATTEMPT", "AGE", "CHANGED", "LAST ERROR");
    for (Job job : jobs) {
      table.row(
          job.id(),
          DisplayText.lower(job.state()),
          job.queue(),
          job.type(),
          job.attempt(),
          DisplayText.since(job.createdAt(), now),
          DisplayText.since(job.progress().updatedAt(), now),
          DisplayText.failure(job.progress().failure()));
    }
    return table;
  }
}
