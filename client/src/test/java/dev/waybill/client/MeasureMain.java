package dev.waybill.client;

import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Waybill;
import dev.waybill.worker.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/// Compares a remote store with one in process: enqueueing by 64 callers with 100 jobs per call, a
/// drain with 500 handlers, and the latency from enqueueing to the handler. Started by hand.
final class MeasureMain {

  private static final int CALLERS = 64;
  private static final int PER_CALL = 100;

  private MeasureMain() {}

  /// @param arguments the number of calls per caller, and the number of jobs for the latency
  public static void main(String[] arguments) throws Exception {
    int calls = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
    int samples = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 200;
    for (int round = 0; round < 2; round++) {
      try (Served served = Served.in(scratch());
          Waybill remote = served.connect()) {
        measure("near", served.store(), calls, samples);
        measure("far", remote, calls, samples);
      }
    }
    System.exit(0);
  }

  private static void measure(String name, Waybill waybill, int calls, int samples)
      throws InterruptedException {
    double enqueued = enqueue(waybill, name, calls);
    double drained = drain(waybill, name, CALLERS * PER_CALL * calls);
    long[] nanos = latency(waybill, name + "-idle", samples);
    System.out.printf(
        "%s: enqueue %.0f/s, drain %.0f/s, latency p50 %.2f ms, p99 %.2f ms%n",
        name, enqueued, drained, millis(nanos, 0.50), millis(nanos, 0.99));
  }

  private static double enqueue(Waybill waybill, String queue, int calls)
      throws InterruptedException {
    NewJob job = NewJob.builder("t").queue(queue).payload("x".repeat(100)).build();
    List<NewJob> batch = Collections.nCopies(PER_CALL, job);
    long before = System.nanoTime();
    List<Thread> callers =
        IntStream.range(0, CALLERS)
            .mapToObj(
                _ ->
                    Thread.startVirtualThread(
                        () -> IntStream.range(0, calls).forEach(_ -> waybill.enqueueAll(batch))))
            .toList();
    for (Thread caller : callers) {
      caller.join();
    }
    return perSecond(CALLERS * PER_CALL * calls, before);
  }

  private static double drain(Waybill waybill, String queue, int jobs) throws InterruptedException {
    CountDownLatch all = new CountDownLatch(jobs);
    long before = System.nanoTime();
    try (Worker _ =
        Worker.builder(waybill)
            .queue(queue)
            .concurrency(500)
            .handle(
                "t",
                _ -> {
                  all.countDown();
                  return Outcome.done();
                })
            .start()) {
      all.await();
    }
    return perSecond(jobs, before);
  }

  private static long[] latency(Waybill waybill, String queue, int samples)
      throws InterruptedException {
    ConcurrentHashMap<String, Long> sent = new ConcurrentHashMap<>();
    long[] nanos = new long[samples];
    AtomicInteger next = new AtomicInteger();
    CountDownLatch all = new CountDownLatch(samples);
    try (Worker _ =
        Worker.builder(waybill)
            .queue(queue)
            .handle(
                "t",
                task -> {
                  long since = sent.getOrDefault(task.text(), System.nanoTime());
                  nanos[next.getAndIncrement()] = System.nanoTime() - since;
                  all.countDown();
                  return Outcome.done();
                })
            .start()) {
      for (int i = 0; i < samples; i++) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        sent.put("n" + i, System.nanoTime());
        waybill.enqueue(NewJob.builder("t").queue(queue).payload("n" + i).build());
      }
      all.await();
    }
    Arrays.sort(nanos);
    return nanos;
  }

  private static double millis(long[] sorted, double share) {
    return (double) sorted[(int) ((sorted.length - 1) * share)] / Duration.ofMillis(1).toNanos();
  }

  private static double perSecond(int count, long before) {
    return count / ((double) (System.nanoTime() - before) / TimeUnit.SECONDS.toNanos(1));
  }

  private static Path scratch() throws IOException {
    return Files.createTempDirectory("waybill-measure");
  }
}
