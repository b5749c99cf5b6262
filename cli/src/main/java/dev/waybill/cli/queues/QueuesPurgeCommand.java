package dev.waybill.cli.queues;

import dev.waybill.JobFilter;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.jobs.BulkChange;
import dev.waybill.cli.output.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill queues purge`
@Command(name = "purge", description = "Cancel all waiting jobs of a queue.")
final class QueuesPurgeCommand implements Callable<Integer> {

  @Parameters(paramLabel = "QUEUE", description = "The name of the queue.")
  private String queue = "";

  @Option(
      names = "--confirm",
      paramLabel = "QUEUE",
      required = true,
      description = "The name of the queue once more: a purge cannot be undone.")
  private String confirm = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    output.require(confirm.equals(queue), "--confirm must be the name of the queue: " + queue);
    JobFilter waiting = JobFilter.ALL.withQueue(queue).withStates(State.SCHEDULED, State.QUEUED);
    try (Waybill waybill = store.open()) {
      BulkChange.PURGE.run(waybill, waiting, output);
    }
    return 0;
  }
}
