package dev.waybill.examples;

import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Waybill;
import dev.waybill.worker.Task;
import dev.waybill.worker.Worker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A job reports progress while it runs, and a reader that reconnects continues from its cursor.
public final class LiveOutput {

  private LiveOutput() {}

  public static void main(String[] arguments) {
    System.out.println(run(Path.of("waybill-data")));
  }

  /// The output as seen by a reader that disconnected once.
  static List<String> run(Path folder) {
    try (Waybill waybill = Waybill.open(folder);
        Worker _ = Worker.builder(waybill).handle("build", LiveOutput::build).start()) {
      JobId id = waybill.enqueue(NewJob.of("build", "house")).id();
      List<String> seen = new ArrayList<>();

      JobEvent first = waybill.follow(id, EventCursor.START).iterator().next();
      seen.add(first.data().text());

      for (JobEvent event : waybill.follow(id, first.cursor())) {
        seen.add(event.data().text());
      }
      return seen;
    }
  }

  private static Outcome build(Task task) {
    for (String step : List.of("compile", "test", "package")) {
      task.throwIfCancelled();
      task.publish("output", step + " " + task.text());
    }
    return Outcome.done();
  }
}
