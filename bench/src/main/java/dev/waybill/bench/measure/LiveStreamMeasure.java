package dev.waybill.bench.measure;

import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Waybill;
import dev.waybill.bench.Loopback;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.Scratch;
import dev.waybill.bench.ServerProcess;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.RawHttp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/// One job that publishes 10,000 events per second, and 100 readers that follow it as server-sent
/// events.
public final class LiveStreamMeasure implements Measure {

  public static final String SEEN = "server, live events seen";
  static final String PUBLISHED = "server, live events published";
  public static final String LATENCY = "server, publish to reader";

  private static final int WARM_UPS = 3;
  private static final int READERS = 100;
  private static final int RATE = 10_000;
  private static final int PER_CALL = 100;
  private static final double P99_TARGET = 100;
  private static final String SETTING = READERS + " readers, 10,000 events/s";
  private static final Duration LEASE_DURATION = Duration.ofMinutes(10);

  private final Scratch scratch;

  public LiveStreamMeasure(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    Loopback loopback = new Loopback(results);
    int events = Math.max(RATE, (int) plan.latency().toSeconds() * RATE / 6);
    try (ServerProcess server = ServerProcess.start(scratch);
        Waybill waybill = Waybill.connect(server.http())) {
      for (int i = 0; i < WARM_UPS; i++) {
        stream(new RawHttp(server.http()), waybill, 2 * RATE);
      }
      for (int i = 0; i < plan.repeats(); i++) {
        report(stream(new RawHttp(server.http()), waybill, events), events, loopback);
      }
    }
  }

  /// The result of one run.
  private record Streamed(List<StreamReader> readers, double seconds) {}

  private static Streamed stream(RawHttp http, Waybill waybill, int events) {
    waybill.enqueue(NewJob.builder("talk").queue("talk").build());
    Lease lease =
        waybill
            .lease(
                LeaseRequest.of("talk", "bench")
                    .withLeaseDuration(LEASE_DURATION)
                    .withPatience(LEASE_DURATION.dividedBy(20)))
            .getFirst();
    List<StreamReader> readers = new ArrayList<>();
    CountDownLatch listening = new CountDownLatch(READERS);
    double seconds;
    try (Callers callers = new Callers()) {
      for (int i = 0; i < READERS; i++) {
        StreamReader reader = new StreamReader(http, lease.job().id(), listening::countDown);
        readers.add(reader);
        callers.start(reader);
      }
      Drain.await(listening);
      seconds = publish(waybill, lease, events);
      waybill.settle(lease.token(), Outcome.done());
    }
    return new Streamed(readers, seconds);
  }

  /// Publishes at the target rate, or as fast as the server accepts.
  private static double publish(Waybill waybill, Lease lease, int events) {
    long began = System.nanoTime();
    for (int first = 1; first <= events; first += PER_CALL) {
      long due = began + (first - 1) * 1_000_000_000L / RATE;
      for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
      List<NewEvent> some = new ArrayList<>(PER_CALL);
      for (int sequence = first; sequence < first + PER_CALL; sequence++) {
        some.add(NewEvent.of(sequence, "progress", StreamReader.stamp()));
      }
      waybill.publish(lease.token(), some);
    }
    return (System.nanoTime() - began) / 1e9;
  }

  private static void report(Streamed run, int events, Loopback loopback) {
    long seen = run.readers().stream().mapToLong(StreamReader::seen).sum();
    long[] latencies = run.readers().stream().flatMapToLong(StreamReader::nanos).sorted().toArray();
    loopback.add(PUBLISHED, SETTING, "events/s", events / run.seconds());
    loopback.add(SEEN, "of %,d".formatted((long) events * READERS), "events", (double) seen);
    loopback.add(LATENCY, "p50", "ms", LatencyMeasure.percentile(latencies, 0.5) / 1e6);
    double p99 = LatencyMeasure.percentile(latencies, 0.99) / 1e6;
    loopback.atMost(LATENCY + ", p99", "ms", p99, P99_TARGET);
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
