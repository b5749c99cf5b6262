package dev.waybill.bench.measure;

import dev.waybill.bench.Figure;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// Enqueues and drains concurrently for the planned time, and samples the lag of the history.
public final class SustainedMeasure implements Measure {

  public static final String SUSTAINED = "enqueue and drain";

  private static final int CALLERS = 4;
  private static final int BATCH = 100;

  /// Callers pause while this many jobs wait, to limit memory.
  private static final int MOST_WAITING = 20_000;

  private static final long SECOND = 1_000_000_000L;

  /// Samples of one run, once per second.
  private record Observed(List<Double> rates, List<Double> lags) {}

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    try (Subject subject = contender.open()) {
      Observed observed = observe(subject, contender.workers(), plan.sustained());
      report(contender.name(), observed, results);
    }
  }

  @Override
  public boolean takesTurns() {
    return false;
  }

  @Override
  public boolean isFor(Contender.Role role) {
    return role == Contender.Role.WAYBILL;
  }

  private static Observed observe(Subject subject, int workers, Duration time) {
    LongAdder ran = new LongAdder();
    Semaphore room = new Semaphore(MOST_WAITING);
    long end = System.nanoTime() + time.toNanos();
    Observed observed = new Observed(new ArrayList<>(), new ArrayList<>());
    try (Subject.Work _ =
            subject.work(
                workers,
                _ -> {
                  ran.increment();
                  room.release();
                });
        Callers callers = new Callers()) {
      for (int i = 0; i < CALLERS; i++) {
        callers.start(() -> enqueueUntil(end, subject, room));
      }
      callers.start(() -> askUntil(end, subject, observed.lags()));
      countUntil(end, ran, observed.rates());
    }
    return observed;
  }

  private static void enqueueUntil(long end, Subject subject, Semaphore room) {
    while (System.nanoTime() - end < 0) {
      room.acquireUninterruptibly(BATCH);
      subject.enqueueAll(Payloads.stamped(BATCH));
    }
  }

  private static void askUntil(long end, Subject subject, List<Double> lags) {
    while (System.nanoTime() - end < 0) {
      long next = System.nanoTime() + SECOND;
      subject.awaitHistory().ifPresent(lag -> lags.add(lag.toNanos() / 1e6));
      restUntil(next);
    }
  }

  private static void countUntil(long end, LongAdder ran, List<Double> rates) {
    long before = System.nanoTime();
    long counted = ran.sum();
    while (System.nanoTime() - end < 0) {
      restUntil(before + SECOND);
      long now = System.nanoTime();
      long sum = ran.sum();
      rates.add((sum - counted) * 1e9 / (now - before));
      before = now;
      counted = sum;
    }
  }

  private static void restUntil(long time) {
    for (long rest = time - System.nanoTime(); rest > 0; rest = time - System.nanoTime()) {
      LockSupport.parkNanos(rest);
    }
  }

  private static void report(String subject, Observed observed, Results results) {
    List<Double> rates = observed.rates();
    int fifth = Math.max(1, rates.size() / 5);
    results.add(figure(subject, "rate", "jobs/s", mean(rates)));
    results.add(figure(subject, "rate, first fifth", "jobs/s", mean(rates.subList(0, fifth))));
    results.add(
        figure(
            subject,
            "rate, last fifth",
            "jobs/s",
            mean(rates.subList(rates.size() - fifth, rates.size()))));
    double[] lags = observed.lags().stream().mapToDouble(Double::doubleValue).sorted().toArray();
    results.add(figure(subject, "history lag, p50", "ms", lags[lags.length / 2]));
    results.add(figure(subject, "history lag, longest", "ms", lags[lags.length - 1]));
  }

  private static Figure figure(String subject, String setting, String unit, double value) {
    return new Figure(SUSTAINED, setting, subject, unit, List.of(value));
  }

  private static double mean(List<Double> values) {
    return Arrays.stream(values.toArray(Double[]::new))
        .mapToDouble(Double::doubleValue)
        .average()
        .orElse(0);
  }
}
