package dev.waybill.examples;

import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Waybill;
import dev.waybill.result.Enqueued;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Worker;
import java.nio.file.Path;

/// One job from start to finish: enqueue it, run it, follow its events, read its result.
public final class HelloJob {

  private HelloJob() {}

  public static void main(String[] arguments) {
    run(Path.of("waybill-data"));
  }

  static void run(Path folder) {
    // snippet
    Handler greet =
        task -> {
          task.publish("progress", "thinking of " + task.text());
          return Outcome.done("Hello, " + task.text() + "!");
        };

    try (Waybill waybill = Waybill.open(folder);
        Worker worker = Worker.builder(waybill).handle("greet", greet).start()) {

      Enqueued job = waybill.enqueue(NewJob.of("greet", "Ada"));
      System.out.println(job.id() + " is on disk, and " + worker.name() + " will run it");

      for (JobEvent event : waybill.follow(job.id(), EventCursor.START)) {
        System.out.println(event.type() + ": " + event.data().text());
      }

      Job done = waybill.find(job.id()).orElseThrow();
      System.out.println(done.state() + ": " + done.result().orElseThrow().text());
    }
    // end of snippet
  }
}
