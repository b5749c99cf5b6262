package dev.waybill.cli.queues;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill queues pause`
@Command(
    name = "pause",
    description = "Pause a queue: workers get no job from it until it is resumed.")
final class QueuesPauseCommand implements Callable<Integer> {

  @Parameters(paramLabel = "QUEUE", description = "The name of the queue.")
  private String queue = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      waybill.pause(queue);
      QueuesCommand.show(output, waybill.stats(queue));
    }
    return 0;
  }
}
