package dev.waybill.examples;

import dev.waybill.EventCursor;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Priority;
import dev.waybill.Waybill;
import dev.waybill.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Urgent jobs overtake others, and a delayed job waits for its time.
public final class DelayAndPriority {

  private DelayAndPriority() {}

  public static void main(String[] arguments) {
    System.out.println(run(Path.of("waybill-data")));
  }

  /// Returns the jobs in the order they ran.
  static List<String> run(Path folder) {
    List<String> order = new CopyOnWriteArrayList<>();
    try (Waybill waybill = Waybill.open(folder)) {
      JobId later = waybill.enqueue(note("later").delay(Duration.ofSeconds(1)).build()).id();
      waybill.enqueue(note("low").priority(Priority.LOW).build());
      waybill.enqueue(note("normal").build());
      waybill.enqueue(note("high").priority(Priority.HIGH).build());

      try (Worker _ = worker(waybill, order)) {
        waybill.follow(later, EventCursor.START).forEach(_ -> {});
      }
    }
    return order;
  }

  private static NewJob.Builder note(String text) {
    return NewJob.builder("note").payload(text);
  }

  /// Runs one job at a time, so that the order is visible.
  private static Worker worker(Waybill waybill, List<String> order) {
    return Worker.builder(waybill)
        .concurrency(1)
        .handle(
            "note",
            task -> {
              order.add(task.text());
              return Outcome.done();
            })
        .start();
  }
}
