package dev.waybill.bench.measure;

import dev.waybill.bench.Figure;
import dev.waybill.bench.Numbers;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/// Enqueued jobs per second: by several callers one by one, and by one caller in bulk.
public final class EnqueueMeasure implements Measure {

  public static final String BY_CALLERS = "enqueue, callers";
  public static final String IN_BULK = "enqueue, jobs per call";

  private static final String UNIT = "jobs/s";

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    for (int callers : plan.callers()) {
      results.add(figure(contender, plan, BY_CALLERS, callers, callers, 1));
    }
    for (int batch : plan.batches()) {
      results.add(figure(contender, plan, IN_BULK, batch, 1, batch));
    }
  }

  private static Figure figure(
      Contender contender, Plan plan, String measure, int setting, int callers, int batch) {
    List<Double> samples = new ArrayList<>();
    for (int i = 0; i < plan.repeats(); i++) {
      try (Subject subject = contender.open()) {
        samples.add(rate(subject, plan, callers, batch));
      }
    }
    return new Figure(measure, Numbers.of(setting), contender.name(), UNIT, samples);
  }

  /// All callers continue until the time is over or the maximum number of jobs is enqueued.
  public static double rate(Subject subject, Plan plan, int callers, int batch) {
    LongAdder taken = new LongAdder();
    long began = System.nanoTime();
    long end = began + plan.window().toNanos();
    int each = Math.max(1, plan.most() / callers / batch);
    try (Callers group = new Callers()) {
      for (int i = 0; i < callers; i++) {
        group.start(() -> enqueue(subject, batch, each, end, taken));
      }
    }
    return taken.sum() * 1e9 / (System.nanoTime() - began);
  }

  private static void enqueue(Subject subject, int batch, int calls, long end, LongAdder taken) {
    for (int i = 0; i < calls && System.nanoTime() - end < 0; i++) {
      if (batch == 1) {
        subject.enqueue(Payloads.stamped());
      } else {
        subject.enqueueAll(Payloads.stamped(batch));
      }
      taken.add(batch);
    }
  }
}
