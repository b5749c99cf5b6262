package dev.waybill.cli.work;

import dev.waybill.JobSource;
import dev.waybill.Outcome;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Task;
import dev.waybill.worker.Worker;
import java.time.Duration;
import java.util.function.Consumer;

/// The handlers of the demo jobs.
final class DemoHandlers {

  private DemoHandlers() {}

  /// Runs one job at a time, so that the printed steps are in order.
  static Worker worker(JobSource source, String queue, Consumer<String> print) {
    return Worker.builder(source)
        .queue(queue)
        .name("demo")
        .concurrency(1)
        .patience(Duration.ofMillis(100))
        .handle("alarm", printing(print, _ -> Outcome.done("rang")))
        .handle("thumbnail", printing(print, DemoHandlers::thumbnail))
        .handle("greeting", printing(print, task -> Outcome.done("Hello, " + task.text() + "!")))
        .handle("flaky", printing(print, DemoHandlers::flaky))
        .handle("broken", printing(print, _ -> Outcome.retry("the printer is out of paper")))
        .start();
  }

  private static Outcome thumbnail(Task task) {
    task.publish("progress", "read " + task.text());
    task.publish("progress", "scaled to 128 x 128");
    return Outcome.done("thumb-" + task.text());
  }

  private static Outcome flaky(Task task) {
    return task.attempt() == 1 ? Outcome.retry("the network was down") : Outcome.done("sent");
  }

  private static Handler printing(Consumer<String> print, Handler handler) {
    return task -> {
      String what = task.job().type() + ", attempt " + task.attempt() + ": ";
      Outcome outcome = handler.handle(task);
      print.accept("ran " + what + ending(outcome));
      return outcome;
    };
  }

  private static String ending(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Done done -> done.result().text();
      case Outcome.Retry retry -> "error, " + retry.failure().message();
      case Outcome.Fail fail -> "failed, " + fail.failure().message();
      case Outcome.Reject reject -> "rejected, " + reject.failure().message();
      case Outcome.Snooze _ -> "not yet";
      case Outcome.Release _ -> "released";
    };
  }
}
