package dev.waybill.bench.measure;

import dev.waybill.bench.Figure;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.Subject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/// The time from the enqueue call to the start of the handler, at a low steady rate with idle
/// workers.
public final class LatencyMeasure implements Measure {

  public static final String LATENCY = "enqueue to start";
  static final List<String> PERCENTILES = List.of("p50", "p90", "p99", "p99.9");

  private static final List<Double> PARTS = List.of(0.5, 0.9, 0.99, 0.999);
  private static final int WORKERS = 10;
  static final int WARM_UP = 50;
  private static final long PERIOD = 1_000_000_000L / Plan.LATENCY_RATE;

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    int jobs = (int) plan.latency().toSeconds() * Plan.LATENCY_RATE;
    List<long[]> runs = new ArrayList<>();
    for (int i = 0; i < plan.repeats(); i++) {
      try (Subject subject = contender.open()) {
        runs.add(latencies(subject, jobs));
      }
    }
    for (int i = 0; i < PARTS.size(); i++) {
      double part = PARTS.get(i);
      List<Double> samples = runs.stream().map(run -> percentile(run, part) / 1e6).toList();
      results.add(new Figure(LATENCY, PERCENTILES.get(i), contender.name(), "ms", samples));
    }
  }

  /// Sorted. The first jobs of a run are excluded: workers and code are not warm yet.
  public static long[] latencies(Subject subject, int jobs) {
    ConcurrentLinkedQueue<Long> ages = new ConcurrentLinkedQueue<>();
    CountDownLatch left = new CountDownLatch(WARM_UP + jobs);
    try (Subject.Work _ =
        subject.work(
            WORKERS,
            payload -> {
              ages.add(Payloads.age(payload));
              left.countDown();
            })) {
      enqueueSteadily(subject, WARM_UP + jobs);
      Drain.await(left);
    }
    long[] counted = ages.stream().skip(WARM_UP).mapToLong(Long::longValue).toArray();
    Arrays.sort(counted);
    return counted;
  }

  private static void enqueueSteadily(Subject subject, int jobs) {
    long began = System.nanoTime();
    for (int i = 0; i < jobs; i++) {
      long due = began + i * PERIOD;
      for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
      subject.enqueue(Payloads.stamped());
    }
  }

  public static long percentile(long[] sorted, double part) {
    return sorted[Math.min(sorted.length - 1, (int) Math.ceil(sorted.length * part) - 1)];
  }
}
