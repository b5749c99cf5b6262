package dev.waybill.cli.work;

import dev.waybill.Failure;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.Settlement;
import dev.waybill.Waybill;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Jobs of a small shop: most succeed, some are repeated, some die of a few kinds of errors, and
/// some are left waiting, scheduled and running. The same seed makes the same jobs.
final class DemoTraffic {

  static final List<String> QUEUES =
      List.of("orders", "emails", "thumbnails", "reports", "invoices");

  private static final List<String> TYPES =
      List.of("order.fulfil", "email.render", "image.resize", "report.build", "invoice.render");
  private static final List<String> WORKERS = List.of("worker-a", "worker-b", "worker-c");
  private static final List<String> CUSTOMERS = List.of("acme", "globex", "initech", "umbrella");
  private static final int BATCH = 200;
  private static final Duration LONG_LEASE = Duration.ofHours(1);

  private final Waybill waybill;
  private final Random random;
  private int number;

  DemoTraffic(Waybill waybill, long seed) {
    this.waybill = waybill;
    this.random = new Random(seed);
  }

  /// @return the number of jobs that were enqueued
  int fill(int jobs) {
    int left = jobs;
    while (left > 0) {
      int some = Math.min(BATCH, left);
      enqueue(some);
      QUEUES.forEach(queue -> work(queue, some));
      left -= some;
    }
    return jobs + leaveSome();
  }

  void enqueue(int some) {
    List<NewJob> batch = new ArrayList<>();
    for (int i = 0; i < some; i++) {
      batch.add(job().build());
    }
    waybill.enqueueAll(batch);
  }

  private NewJob.Builder job() {
    int kind = random.nextInt(QUEUES.size());
    String customer = CUSTOMERS.get(random.nextInt(CUSTOMERS.size()));
    int order = 1_000 + number++;
    String payload =
        "{\"order\":%d,\"customer\":{\"name\":\"%s\",\"id\":%d},\"total\":%d.%02d}"
            .formatted(
                order, customer, customer.length(), random.nextInt(500), random.nextInt(100));
    return NewJob.builder(TYPES.get(kind))
        .queue(QUEUES.get(kind))
        .payload(payload)
        .key(customer)
        .tags("customer:" + customer)
        .correlationId("order-" + order)
        .retry(
            RetryPolicy.DEFAULT
                .withMaxErrors(2)
                .withDelays(Duration.ofMillis(1), 1, Duration.ofMillis(1)))
        .priority(random.nextInt(10) == 0 ? Priority.HIGH : Priority.NORMAL);
  }

  private void work(String queue, int most) {
    for (int round = 0; round < 2; round++) {
      settle(lease(queue, most));
    }
  }

  List<Lease> lease(String queue, int most) {
    String worker = WORKERS.get(random.nextInt(WORKERS.size()));
    return waybill.lease(LeaseRequest.of(queue, worker).withMax(most));
  }

  void settle(List<Lease> leases) {
    if (!leases.isEmpty()) {
      waybill.settle(
          leases.stream().map(lease -> new Settlement(lease.token(), outcome(lease))).toList());
    }
  }

  private Outcome outcome(Lease lease) {
    int order = 1_000 + random.nextInt(9_000);
    int chance = random.nextInt(1_000);
    if (chance < 20) {
      return retry("java.net.SocketTimeoutException", "no answer within 5000 ms");
    }
    if (chance < 30) {
      return retry("SmtpError", "mailbox of customer %d is full".formatted(order));
    }
    if (chance < 32) {
      return new Outcome.Reject(failure("InvalidOrder", "order %d has no lines".formatted(order)));
    }
    if (chance < 35) {
      return new Outcome.Fail(
          failure("PaymentDeclined", "card of order %d declined".formatted(order)));
    }
    return Outcome.done("{\"attempt\":" + lease.job().attempt() + "}");
  }

  private static Outcome retry(String code, String message) {
    return new Outcome.Retry(failure(code, message), null);
  }

  private static Failure failure(String code, String message) {
    String stack =
        "%s: %s\n\tat shop.Fulfilment.run(Fulfilment.java:42)\n\tat shop.Main.main(Main.java:7)\n"
            .formatted(code, message);
    return new Failure(code, message, stack);
  }

  /// Leaves jobs that wait, that are scheduled and that run.
  int leaveSome() {
    List<NewJob> rest = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      rest.add(job().build());
      rest.add(job().delay(Duration.ofMinutes(10L + 20L * i)).build());
    }
    for (int i = 0; i < 3; i++) {
      rest.add(
          NewJob.builder("build")
              .queue("builds")
              .payload("{\"branch\":\"main-" + i + "\"}")
              .build());
    }
    waybill.enqueueAll(rest);
    waybill
        .lease(LeaseRequest.of("builds", "builder-1").withMax(2).withLeaseDuration(LONG_LEASE))
        .forEach(this::show);
    return rest.size();
  }

  /// The output of a program with colors, as a process job publishes it.
  private void show(Lease lease) {
    List<NewEvent> events = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      String line =
          "\\u001b[32m[%2d/20]\\u001b[0m compile \\u001b[1mmodule-%d\\u001b[0m in %d ms\\r\\n"
              .formatted(i, i, 20 + random.nextInt(400));
      Payload data = Payload.of("{\"stream\":\"stdout\",\"text\":\"" + line + "\"}");
      events.add(new NewEvent(i, "output", null, data));
    }
    waybill.publish(lease.token(), events);
  }
}
