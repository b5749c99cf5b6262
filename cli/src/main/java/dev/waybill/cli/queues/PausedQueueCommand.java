package dev.waybill.cli.queues;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill queues pause` and `waybill queues resume`
abstract sealed class PausedQueueCommand implements Callable<Integer> {

  @Parameters(paramLabel = "QUEUE", description = "The name of the queue.")
  private String queue = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      change(waybill, queue);
      QueuesCommand.show(output, waybill.stats(queue));
    }
    return 0;
  }

  abstract void change(Waybill waybill, String queue);

  @Command(
      name = "pause",
      description = "Pause a queue: workers get no job from it until it is resumed.")
  static final class Pause extends PausedQueueCommand {
    @Override
    void change(Waybill waybill, String queue) {
      waybill.pause(queue);
    }
  }

  @Command(name = "resume", description = "Resume a paused queue.")
  static final class Resume extends PausedQueueCommand {
    @Override
    void change(Waybill waybill, String queue) {
      waybill.resume(queue);
    }
  }
}
