package dev.waybill.bench.measure;

import dev.waybill.bench.Loopback;
import dev.waybill.bench.NodeProcess;
import dev.waybill.bench.Numbers;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.Scratch;
import dev.waybill.bench.peer.Contender;
import dev.waybill.conformance.NatsProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Servers of Waybill on one NATS, each in a JVM of its own: many finished jobs, several servers,
/// and a steady flow with a short retention. The broker stores on file, with default sync settings.
public final class NatsScaleMeasure implements Measure {

  private static final int HEAP = 256;
  private static final int LIVE_PART = 100;
  private static final int PARTS = 10;
  private static final int FENCES = 7;
  private static final int RATE = 500;
  private static final int LONGEST_SETTLING = 10;
  private static final double READY_TARGET = 3;
  private static final double RESIDENT_TARGET = 300;
  private static final double IDLE_TARGET = 5;
  private static final double THREE_TARGET = 1.3;
  private static final Duration LONG = Duration.ofDays(7);

  public static final String IDLE = "NATS, idle second server";
  public static final String THREE = "NATS, 3 servers / 1 server";
  public static final String FLOW = "NATS, 500 jobs/s, ";

  private final Scratch scratch;

  public NatsScaleMeasure(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    Loopback figures = new Loopback(results);
    int settling = (int) Math.min(LONGEST_SETTLING, plan.latency().toSeconds());
    for (int i = 0; i < plan.repeats(); i++) {
      idle(new Run(plan.drain(), settling), figures);
      three(new Run(plan.drain(), settling), figures);
    }
    history(new Run(plan.stored(), settling), figures);
    flow((int) plan.sustained().toSeconds(), figures);
  }

  /// @param settling how many seconds servers get to move finished jobs to the history
  private record Run(int jobs, int settling) {

    String settle() {
      return "flow 0 " + settling;
    }
  }

  private NodeProcess node(NatsProcess broker, Path folder) {
    return NodeProcess.start(HEAP, broker.url(), folder, LONG);
  }

  /// A second server that nobody uses, without what it needs while nothing happens.
  private void idle(Run run, Loopback figures) {
    try (NatsProcess broker = new NatsProcess("-js");
        NodeProcess busy = node(broker, scratch.next("busy"));
        NodeProcess idle = node(broker, scratch.next("idle"))) {
      run(List.of(busy), run);
      double resting = use(idle, () -> busy.ask(run.settle())).perSecond();
      Use working = use(idle, () -> run(List.of(busy), run));
      double cost = (working.micros() - resting * working.seconds()) / run.jobs();
      figures.add("NATS, second server at rest", "nothing happens", "µs/s", resting);
      figures.atMost(IDLE, "µs/job", cost, IDLE_TARGET);
    }
  }

  /// Processor time in some time.
  private record Use(long micros, double seconds) {

    double perSecond() {
      return micros / seconds;
    }
  }

  private static Use use(NodeProcess node, Runnable meanwhile) {
    long began = System.nanoTime();
    long before = node.cpuMicros();
    meanwhile.run();
    return new Use(node.cpuMicros() - before, (System.nanoTime() - began) / 1e9);
  }

  private void three(Run run, Loopback figures) {
    double one = cost(1, run);
    double three = cost(3, run);
    figures.add("NATS, processor time", "1 server", "µs/job", one);
    figures.add("NATS, processor time", "3 servers", "µs/job", three);
    figures.atMost(THREE, "ratio", three / one, THREE_TARGET);
  }

  /// The processor time of all servers for a job, after a run to warm up.
  private double cost(int servers, Run run) {
    List<NodeProcess> nodes = new ArrayList<>();
    try (NatsProcess broker = new NatsProcess("-js")) {
      for (int i = 0; i < servers; i++) {
        nodes.add(node(broker, scratch.next("node")));
      }
      run(nodes, run);
      long before = cpu(nodes);
      run(nodes, run);
      double cost = (cpu(nodes) - before) / (double) run.jobs();
      nodes.forEach(NodeProcess::close);
      return cost;
    }
  }

  private static long cpu(List<NodeProcess> nodes) {
    return nodes.stream().mapToLong(NodeProcess::cpuMicros).sum();
  }

  /// Every server fills and drains its part, and then moves it to the history.
  private static void run(List<NodeProcess> nodes, Run run) {
    int part = run.jobs() / nodes.size();
    all(nodes, "fill " + part);
    all(nodes, "drain " + part);
    all(nodes, run.settle());
  }

  private static void all(List<NodeProcess> nodes, String command) {
    nodes.stream()
        .map(node -> CompletableFuture.supplyAsync(() -> node.ask(command)))
        .toList()
        .forEach(CompletableFuture::join);
  }

  /// A start with many finished jobs.
  private void history(Run run, Loopback figures) {
    try (NatsProcess broker = new NatsProcess("-js")) {
      Path folder = scratch.next("server");
      try (NodeProcess node = node(broker, folder)) {
        finish(node, run);
      }
      String stored = Numbers.of(run.jobs()) + " finished";
      try (NodeProcess node = node(broker, folder)) {
        node.ask(run.settle());
        figures.atMost("NATS, open with " + stored, "s", node.openSeconds(), READY_TARGET);
        figures.atMost(
            "NATS, memory with " + stored, "MB", node.residentMegabytes(), RESIDENT_TARGET);
      }
    }
  }

  /// Waits until the finished jobs have left the bucket.
  private static void finish(NodeProcess node, Run run) {
    int part = run.jobs() / PARTS;
    for (int i = 0; i < PARTS; i++) {
      node.ask("fill " + part);
      node.ask("drain " + part);
    }
    node.ask("others " + run.jobs() / LIVE_PART);
    for (int i = 0; i < FENCES; i++) {
      node.ask(run.settle());
    }
  }

  /// Retention is a fifth of the time, so that it is over several times.
  private void flow(int seconds, Loopback figures) {
    Duration kept = Duration.ofSeconds(Math.max(1, seconds / 5));
    try (NatsProcess broker = new NatsProcess("-js")) {
      Path folder = scratch.next("flow");
      Path stored = broker.folder().resolve("store");
      for (int half = 1; half <= 2; half++) {
        try (NodeProcess node = NodeProcess.start(HEAP, broker.url(), folder, kept)) {
          node.ask("flow " + RATE + " " + Math.max(1, seconds / 2));
          String setting = "after part " + half + " of 2";
          figures.add(FLOW + "memory", setting, "MB", node.residentMegabytes());
          figures.add(FLOW + "broker disk", setting, "MB", Scratch.bytes(stored) / 1e6);
          figures.add(FLOW + "start", setting, "s", node.openSeconds());
        }
      }
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
