package dev.waybill.bench.postgres;

import dev.waybill.bench.Plan;
import dev.waybill.bench.measure.Drain;
import dev.waybill.bench.measure.EnqueueMeasure;
import dev.waybill.bench.measure.LatencyMeasure;
import dev.waybill.bench.peer.Subject;
import java.time.Duration;

/// A job queue of this process.
///
/// @param workers concurrent handlers when rates are measured
record SubjectRacer(Subject subject, int workers) implements Racer {

  @Override
  public double enqueueRate(Plan plan, int callers, int batch) {
    return EnqueueMeasure.rate(subject, plan, callers, batch);
  }

  @Override
  public double drainRate(int jobs) {
    Drain.fill(subject, jobs);
    return Drain.run(subject, workers, jobs).rate();
  }

  @Override
  public Latency latency(int jobs) {
    long[] nanos = LatencyMeasure.latencies(subject, jobs);
    return new Latency(
        LatencyMeasure.percentile(nanos, 0.5) / 1e6, LatencyMeasure.percentile(nanos, 0.99) / 1e6);
  }

  @Override
  public Steady steady(int rate, Duration time) {
    return new SteadyRun(rate, time).of(subject, workers);
  }

  @Override
  public void close() {
    subject.close();
  }
}
