package dev.waybill.bench.measure;

import dev.waybill.bench.Loopback;
import dev.waybill.bench.Numbers;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.peer.BareNats;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.Subject;
import dev.waybill.bench.peer.WaybillSubject;
import dev.waybill.conformance.NatsProcess;

/// Waybill on NATS JetStream and a plain client on the same kind of server, with file storage and
/// default sync settings. Each figure starts with empty streams.
public final class NatsMeasure implements Measure {

  private static final String CALLERS = "NATS, enqueue by 64 callers";
  private static final String BULK = "NATS, enqueue 1,000 a call";
  private static final String DRAIN = "NATS, drain";
  private static final String START = "NATS, enqueue to start";
  private static final String BARE = "bare client";
  private static final double ENQUEUE_TARGET = 0.5;
  private static final double DRAIN_TARGET = 0.4;
  private static final double P50_TARGET = 3;
  private static final double P99_TARGET = 15;
  private static final int WARM_UPS = 2;

  /// Both, on one server.
  private record Pair(NatsProcess broker, BareNats bare, Subject ours) implements AutoCloseable {

    static Pair start() {
      NatsProcess broker = new NatsProcess("-js");
      return new Pair(broker, new BareNats(broker.url()), WaybillSubject.on(broker, broker.url()));
    }

    @Override
    public void close() {
      ours.close();
      bare.close();
      broker.close();
    }
  }

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    for (int i = 0; i < WARM_UPS; i++) {
      all(contender, plan, new Loopback(new Results(_ -> {})));
    }
    for (int i = 0; i < plan.repeats(); i++) {
      all(contender, plan, new Loopback(results));
    }
  }

  private static void all(Contender contender, Plan plan, Loopback figures) {
    enqueue(plan, figures, CALLERS, 64, 1);
    enqueue(plan, figures, BULK, 1, 1_000);
    drain(contender, plan, figures);
    latency(plan, figures);
  }

  private static void enqueue(Plan plan, Loopback figures, String measure, int callers, int batch) {
    try (Pair pair = Pair.start()) {
      double bare = pair.bare().enqueueRate(plan, callers, batch);
      double ours = EnqueueMeasure.rate(pair.ours(), plan, callers, batch);
      figures.add(measure + ", " + BARE, plan.window().toSeconds() + " s", "jobs/s", bare);
      figures.add(measure, plan.window().toSeconds() + " s", "jobs/s", ours);
      figures.ratio(measure, BARE, ours / bare, ENQUEUE_TARGET);
    }
  }

  private static void drain(Contender contender, Plan plan, Loopback figures) {
    try (Pair pair = Pair.start()) {
      double bare = pair.bare().drainRate(plan.drain());
      Drain.fill(pair.ours(), plan.drain());
      double ours = Drain.run(pair.ours(), contender.workers(), plan.drain()).rate();
      figures.add(DRAIN + ", " + BARE, Numbers.of(plan.drain()) + " jobs", "jobs/s", bare);
      figures.add(DRAIN, Numbers.of(plan.drain()) + " jobs", "jobs/s", ours);
      figures.ratio(DRAIN, BARE, ours / bare, DRAIN_TARGET);
    }
  }

  private static void latency(Plan plan, Loopback figures) {
    int jobs = (int) plan.latency().toSeconds() * Plan.LATENCY_RATE;
    try (Pair pair = Pair.start()) {
      long[] bare = pair.bare().latencies(jobs);
      long[] ours = LatencyMeasure.latencies(pair.ours(), jobs);
      later(figures, "p50", part(bare, 0.5), part(ours, 0.5), P50_TARGET);
      later(figures, "p99", part(bare, 0.99), part(ours, 0.99), P99_TARGET);
    }
  }

  private static double part(long[] nanos, double part) {
    return LatencyMeasure.percentile(nanos, part) / 1e6;
  }

  private static void later(
      Loopback figures, String part, double bare, double ours, double target) {
    figures.add(START + ", " + BARE, part, "ms", bare);
    figures.add(START, part, "ms", ours);
    figures.atMost(START + ", later than a bare client, " + part, "ms", ours - bare, target);
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
