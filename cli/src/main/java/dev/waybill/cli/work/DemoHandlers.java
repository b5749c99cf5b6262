package dev.waybill.cli.work;

import dev.waybill.JobSource;
import dev.waybill.Outcome;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Task;
import dev.waybill.worker.Worker;
import java.time.Duration;
import java.util.function.Consumer;

/// What the jobs of the demo do.
final class DemoHandlers {

  private DemoHandlers() {}

  /// One job at a time, so that what is said can be followed.
  static Worker worker(JobSource source, String queue, Consumer<String> say) {
    return Worker.builder(source)
        .queue(queue)
        .name("demo")
        .concurrency(1)
        .patience(Duration.ofMillis(100))
        .handle("alarm", told(say, _ -> Outcome.done("rang")))
        .handle("thumbnail", told(say, DemoHandlers::thumbnail))
        .handle("greeting", told(say, task -> Outcome.done("Hello, " + task.text() + "!")))
        .handle("flaky", told(say, DemoHandlers::flaky))
        .handle("broken", told(say, _ -> Outcome.retry("the disk of the printer is full")))
        .start();
  }

  private static Outcome thumbnail(Task task) {
    task.publish("progress", "read " + task.text());
    task.publish("progress", "scaled to 128 x 128");
    return Outcome.done("thumb-" + task.text());
  }

  private static Outcome flaky(Task task) {
    return task.attempt() == 1
        ? Outcome.retry("the network was away")
        : Outcome.done("went through");
  }

  private static Handler told(Consumer<String> say, Handler handler) {
    return task -> {
      String what = task.job().type() + ", attempt " + task.attempt() + ": ";
      Outcome outcome = handler.handle(task);
      say.accept("ran " + what + ending(outcome));
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
      case Outcome.Release _ -> "given back";
    };
  }
}
