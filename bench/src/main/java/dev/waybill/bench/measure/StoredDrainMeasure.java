package dev.waybill.bench.measure;

import dev.waybill.bench.Figure;
import dev.waybill.bench.Numbers;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.Subject;
import java.util.ArrayList;
import java.util.List;

/// The same drain from a full store: with jobs of other queues, or with finished jobs.
public final class StoredDrainMeasure implements Measure {

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    int stored = plan.stored(contender);
    try (Subject subject = contender.open()) {
      Drain.fillForOthers(subject, stored);
      results.add(figure(subject, contender, plan, waiting(stored)));
    }
    try (Subject subject = contender.open()) {
      Drain.fill(subject, stored);
      Drain.run(subject, contender.workers(), stored);
      results.add(figure(subject, contender, plan, finished(stored)));
    }
  }

  static String waiting(int jobs) {
    return Numbers.of(jobs) + " waiting";
  }

  static String finished(int jobs) {
    return Numbers.of(jobs) + " finished";
  }

  @Override
  public boolean takesTurns() {
    return false;
  }

  @Override
  public boolean isFor(Contender.Role role) {
    return role != Contender.Role.LIMIT;
  }

  private static Figure figure(Subject subject, Contender contender, Plan plan, String setting) {
    int jobs = plan.drain(contender);
    List<Double> rates = new ArrayList<>();
    for (int i = 0; i < plan.repeats(); i++) {
      Drain.fill(subject, jobs);
      rates.add(Drain.run(subject, contender.workers(), jobs).rate());
    }
    return new Figure(DrainMeasure.DRAIN, setting, contender.name(), "jobs/s", rates);
  }
}
