package dev.waybill.cli.queues;

import dev.waybill.QueueStats;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.wire.job.QueueStatsJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill queues`
@Command(
    name = "queues",
    description = "List queues with their job counts; pause, resume, purge and configure queues.",
    subcommands = {
      PausedQueueCommand.Pause.class,
      PausedQueueCommand.Resume.class,
      QueuesPurgeCommand.class,
      QueuesSettingsCommand.class,
      QueuesSetCommand.class,
      QueuesUnsetCommand.class
    })
public final class QueuesCommand implements Callable<Integer> {

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      show(output, waybill.stats());
    }
    return 0;
  }

  static void show(Output output, List<QueueStats> queues) {
    if (output.json()) {
      output.wire(QueueStatsJson.LIST, queues);
    } else if (queues.isEmpty()) {
      output.line("no queues");
    } else {
      output.table(table(queues));
    }
  }

  static void show(Output output, QueueStats queue) {
    if (output.json()) {
      output.wire(QueueStatsJson.DOCUMENT, queue);
    } else {
      output.table(table(List.of(queue)));
    }
  }

  public static Table table(List<QueueStats> queues) {
    Table table =
        Table.of("QUEUE", "WAITING", "SCHEDULED", "RUNNING", "DEAD", "OLDEST WAITS", "PAUSED");
    for (QueueStats queue : queues) {
      table.row(
          queue.queue(),
          queue.waiting(),
          queue.scheduled(),
          queue.running(),
          queue.dead(),
          queue.waiting() == 0 ? "-" : DisplayText.age(queue.oldestWaitingAge()),
          queue.paused() ? "yes" : "no");
    }
    return table;
  }
}
