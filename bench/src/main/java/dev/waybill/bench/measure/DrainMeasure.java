package dev.waybill.bench.measure;

import dev.waybill.bench.Figure;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.Subject;
import java.util.ArrayList;
import java.util.List;

/// No-op jobs per second from a store without other jobs, and the time until all of them can be
/// listed.
public final class DrainMeasure implements Measure {

  public static final String DRAIN = "drain";
  static final String EMPTY = "nothing else stored";
  public static final String HISTORY = "history after drain";

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    int jobs = plan.drain(contender);
    List<Double> rates = new ArrayList<>();
    List<Double> waits = new ArrayList<>();
    for (int i = 0; i < plan.repeats(); i++) {
      try (Subject subject = contender.open()) {
        Drain.fill(subject, jobs);
        Drain.Drained drained = Drain.run(subject, contender.workers(), jobs);
        rates.add(drained.rate());
        drained.history().ifPresent(time -> waits.add(time.toNanos() / 1e9));
      }
    }
    results.add(new Figure(DRAIN, EMPTY, contender.name(), "jobs/s", rates));
    if (!waits.isEmpty()) {
      results.add(new Figure(HISTORY, "caught up after", contender.name(), "s", waits));
    }
  }
}
