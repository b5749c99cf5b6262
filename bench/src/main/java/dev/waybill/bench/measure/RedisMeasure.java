package dev.waybill.bench.measure;

import dev.waybill.bench.Loopback;
import dev.waybill.bench.Numbers;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.peer.BareRedis;
import dev.waybill.bench.peer.BullMq;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.Subject;
import dev.waybill.bench.peer.WaybillSubject;
import dev.waybill.conformance.RedisProcess;

/// Waybill on Redis, a plain client and BullMQ on the same server, which syncs its append-only file
/// before it answers. Each figure starts with an empty server.
public final class RedisMeasure implements Measure {

  public static final String CALLERS = "Redis, enqueue by 64 callers";
  public static final String BULK = "Redis, enqueue 1,000 a call";
  public static final String DRAIN = "Redis, drain";
  public static final String START = "Redis, enqueue to start";

  private static final String BARE = "bare client";
  private static final String PEER = "BullMQ";
  private static final double BARE_TARGET = 0.5;
  private static final double PEER_TARGET = 2;
  private static final double P50_TARGET = 1;
  private static final double P99_TARGET = 5;

  /// All three, on one server.
  private record Trio(RedisProcess server, BareRedis bare, BullMq peer, Subject ours)
      implements AutoCloseable {

    static Trio start() {
      RedisProcess server =
          new RedisProcess("--appendonly", "yes", "--appendfsync", "always", "--save", "");
      return new Trio(
          server,
          new BareRedis(server.url()),
          BullMq.on(server.port()),
          WaybillSubject.on(server, server.url()));
    }

    @Override
    public void close() {
      ours.close();
      bare.close();
      server.close();
    }
  }

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    all(contender, plan, new Loopback(new Results(_ -> {})));
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
    try (Trio trio = Trio.start()) {
      double bare = trio.bare().enqueueRate(plan, callers, batch);
      double peer = trio.peer().enqueueRate(plan, callers, batch);
      double ours = EnqueueMeasure.rate(trio.ours(), plan, callers, batch);
      rates(figures, measure, plan.window().toSeconds() + " s", bare, peer, ours);
    }
  }

  private static void drain(Contender contender, Plan plan, Loopback figures) {
    try (Trio trio = Trio.start()) {
      double bare = trio.bare().drainRate(plan.drain());
      double peer = trio.peer().drainRate(contender.workers(), plan.drain());
      Drain.fill(trio.ours(), plan.drain());
      double ours = Drain.run(trio.ours(), contender.workers(), plan.drain()).rate();
      rates(figures, DRAIN, Numbers.of(plan.drain()) + " jobs", bare, peer, ours);
    }
  }

  private static void rates(
      Loopback figures, String measure, String setting, double bare, double peer, double ours) {
    figures.add(measure + ", " + BARE, setting, "jobs/s", bare);
    figures.add(measure + ", " + PEER, setting, "jobs/s", peer);
    figures.add(measure, setting, "jobs/s", ours);
    figures.ratio(measure, BARE, ours / bare, BARE_TARGET);
    figures.ratio(measure, PEER, ours / peer, PEER_TARGET);
  }

  private static void latency(Plan plan, Loopback figures) {
    int jobs = (int) plan.latency().toSeconds() * Plan.LATENCY_RATE;
    try (Trio trio = Trio.start()) {
      long[] bare = trio.bare().latencies(jobs);
      long[] peer = trio.peer().latencies(LatencyMeasure.WARM_UP, jobs);
      long[] ours = LatencyMeasure.latencies(trio.ours(), jobs);
      later(figures, "p50", 0.5, P50_TARGET, bare, peer, ours);
      later(figures, "p99", 0.99, P99_TARGET, bare, peer, ours);
    }
  }

  private static void later(
      Loopback figures, String name, double part, double target, long[]... runs) {
    double bare = LatencyMeasure.percentile(runs[0], part) / 1e6;
    double ours = LatencyMeasure.percentile(runs[2], part) / 1e6;
    figures.add(START + ", " + BARE, name, "ms", bare);
    figures.add(START + ", " + PEER, name, "ms", LatencyMeasure.percentile(runs[1], part) / 1e6);
    figures.add(START, name, "ms", ours);
    figures.atMost(START + ", later than a bare client, " + name, "ms", ours - bare, target);
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
