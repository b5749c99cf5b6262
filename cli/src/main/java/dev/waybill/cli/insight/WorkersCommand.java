package dev.waybill.cli.insight;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.insight.Insight;
import dev.waybill.insight.LiveWorker;
import dev.waybill.wire.insight.WorkersJson;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill workers`
@Command(
    name = "workers",
    description = "List the workers that used the server in the last 10 minutes.")
public final class WorkersCommand implements Callable<Integer> {

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.openServer()) {
      List<LiveWorker> workers = waybill.service(Insight.class).workers();
      if (output.json()) {
        output.wire(WorkersJson.LIST, workers);
      } else if (workers.isEmpty()) {
        output.line("no workers");
      } else {
        output.table(table(workers, InstantSource.system().instant()));
      }
    }
    return 0;
  }

  private static Table table(List<LiveWorker> workers, Instant now) {
    Table table =
        Table.endingInText("WORKER", "RUNNING", "COMPLETED", "FAILED", "LAST SEEN", "QUEUES");
    for (LiveWorker worker : workers) {
      table.row(
          worker.name(),
          worker.runningCount(),
          worker.figures().completed(),
          worker.figures().failed(),
          DisplayText.since(worker.figures().lastSeenAt(), now),
          String.join(", ", worker.queues()));
    }
    return table;
  }
}
