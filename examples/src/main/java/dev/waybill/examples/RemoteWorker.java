package dev.waybill.examples;

import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Waybill;
import dev.waybill.settings.ConnectSettings;
import dev.waybill.worker.Worker;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/// A worker in its own process: the server stores the jobs, the worker runs them. Start as many
/// workers as needed.
public final class RemoteWorker {

  private RemoteWorker() {}

  public static void main(String[] arguments) {
    URI server = URI.create(arguments.length == 0 ? "http://localhost:7878" : arguments[0]);
    System.out.println(run(server, System.getenv("WAYBILL_KEY")));
  }

  /// The result of one job, run by any worker of the queue.
  static String run(URI server, @Nullable String key) {
    ConnectSettings settings = ConnectSettings.DEFAULT.withKey(key);
    try (Waybill waybill = Waybill.connect(server, settings);
        Worker _ =
            Worker.builder(waybill)
                .queue("sums")
                .concurrency(4)
                .handle("sum", task -> Outcome.done(sum(task.text())))
                .start()) {
      JobId id = waybill.enqueue(NewJob.builder("sum").queue("sums").payload("20 22").build()).id();
      waybill.follow(id, EventCursor.START).forEach(event -> System.out.println(event.type()));
      Job done = waybill.find(id).orElseThrow();
      return done.result().orElseThrow().text();
    }
  }

  private static String sum(String numbers) {
    long sum = 0;
    for (String number : numbers.split(" ", -1)) {
      sum += Long.parseLong(number);
    }
    return Long.toString(sum);
  }
}
