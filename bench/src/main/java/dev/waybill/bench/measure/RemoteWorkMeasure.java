package dev.waybill.bench.measure;

import dev.waybill.bench.Loopback;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.Scratch;
import dev.waybill.bench.ServerProcess;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.Subject;
import dev.waybill.bench.peer.WaybillSubject;
import java.util.List;

/// A worker over loopback compared with one in process, through the same interface: no-op jobs per
/// second, and the latency of a job while the worker is idle.
public final class RemoteWorkMeasure implements Measure {

  public static final String DRAIN = "server, drain";
  static final String DRAIN_IN_PROCESS = "drain in process";
  public static final String START = "server, enqueue to start";
  static final String START_IN_PROCESS = "enqueue to start in process";
  public static final String LATER = "server, start later than in process";

  /// Two processes on the same cores must be warm, and both sides are warmed up equally. A server
  /// keeps compiling for up to a minute of load.
  private static final int WARM_UPS = 25;

  private static final double DRAIN_TARGET = 0.5;
  private static final double P50_TARGET = 3;
  private static final double P99_TARGET = 15;

  private final Scratch scratch;

  public RemoteWorkMeasure(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    Loopback loopback = new Loopback(results);
    try (ServerProcess server = ServerProcess.start(scratch);
        Subject remote = WaybillSubject.over(server)) {
      for (int i = 0; i < WARM_UPS; i++) {
        takeDrain(contender, plan, remote, new Loopback(new Results(_ -> {})));
      }
      for (int i = 0; i < plan.repeats(); i++) {
        takeDrain(contender, plan, remote, loopback);
      }
      for (int i = 0; i < plan.repeats(); i++) {
        takeLatency(contender, plan, remote, loopback);
      }
    }
  }

  private static void takeDrain(Contender contender, Plan plan, Subject remote, Loopback loopback) {
    double far = drained(remote, contender, plan);
    double near;
    try (Subject local = contender.open()) {
      near = drained(local, contender, plan);
    }
    String setting = contender.workers() + " handlers";
    loopback.add(DRAIN, setting, "jobs/s", far);
    loopback.add(DRAIN_IN_PROCESS, setting, "jobs/s", near);
    loopback.ratio(DRAIN, DRAIN_IN_PROCESS, far / near, DRAIN_TARGET);
  }

  private static double drained(Subject subject, Contender contender, Plan plan) {
    Drain.fill(subject, plan.drain());
    return Drain.run(subject, contender.workers(), plan.drain()).rate();
  }

  private static void takeLatency(
      Contender contender, Plan plan, Subject remote, Loopback loopback) {
    int jobs = (int) plan.latency().toSeconds() * Plan.LATENCY_RATE;
    long[] far = LatencyMeasure.latencies(remote, jobs);
    long[] near;
    try (Subject local = contender.open()) {
      near = LatencyMeasure.latencies(local, jobs);
    }
    for (double part : List.of(0.5, 0.99)) {
      String name = part == 0.5 ? "p50" : "p99";
      double farMillis = LatencyMeasure.percentile(far, part) / 1e6;
      double nearMillis = LatencyMeasure.percentile(near, part) / 1e6;
      loopback.add(START, name, "ms", farMillis);
      loopback.add(START_IN_PROCESS, name, "ms", nearMillis);
      double target = part == 0.5 ? P50_TARGET : P99_TARGET;
      loopback.atMost(LATER + ", " + name, "ms", farMillis - nearMillis, target);
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
}
