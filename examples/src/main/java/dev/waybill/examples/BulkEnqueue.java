package dev.waybill.examples;

import dev.waybill.EventCursor;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Waybill;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.Refused;
import dev.waybill.worker.Worker;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// Enqueues many jobs in one call. Each has an idempotency key, so a repeated call adds nothing.
public final class BulkEnqueue {

  private static final int ORDERS = 500;

  private BulkEnqueue() {}

  record Result(long added, long known, long refused, int runs) {}

  public static void main(String[] arguments) {
    System.out.println(run(Path.of("waybill-data")));
  }

  static Result run(Path folder) {
    AtomicInteger runs = new AtomicInteger();
    try (Waybill waybill = Waybill.open(folder);
        Worker _ = worker(waybill, runs)) {
      List<EnqueueResult> first = waybill.enqueueAll(orders());
      List<EnqueueResult> again = waybill.enqueueAll(orders());

      enqueued(again).forEach(job -> waybill.follow(job.id(), EventCursor.START).forEach(_ -> {}));
      return new Result(
          enqueued(first).stream().filter(job -> !job.duplicate()).count(),
          enqueued(again).stream().filter(Enqueued::duplicate).count(),
          again.stream().filter(Refused.class::isInstance).count(),
          runs.get());
    }
  }

  /// The last job has an invalid type; the others are enqueued nevertheless.
  private static List<NewJob> orders() {
    return IntStream.rangeClosed(1, ORDERS)
        .mapToObj(
            number ->
                NewJob.builder(number == ORDERS ? "not a type" : "order")
                    .payload("order " + number)
                    .requestId("order-" + number)
                    .build())
        .toList();
  }

  private static Worker worker(Waybill waybill, AtomicInteger runs) {
    return Worker.builder(waybill)
        .handle("order", _ -> Outcome.done("run " + runs.incrementAndGet()))
        .start();
  }

  private static List<Enqueued> enqueued(List<EnqueueResult> results) {
    return results.stream().filter(Enqueued.class::isInstance).map(Enqueued.class::cast).toList();
  }
}
