package dev.waybill.bench.measure;

import dev.waybill.bench.Loopback;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.Scratch;
import dev.waybill.bench.ServerProcess;
import dev.waybill.bench.peer.Contender;
import java.util.concurrent.locks.LockSupport;

/// The time until a server is ready, and its idle memory.
public final class ServerStartMeasure implements Measure {

  public static final String READY = "server, start to ready";
  public static final String MEMORY = "server, idle resident memory";

  private static final double READY_TARGET = 1.5;
  private static final double MEMORY_TARGET = 150;
  private static final long SETTLED_NANOS = 2_000_000_000L;

  private final Scratch scratch;

  public ServerStartMeasure(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    Loopback loopback = new Loopback(results);
    startOnceBefore();
    for (int i = 0; i < plan.repeats(); i++) {
      try (ServerProcess server = ServerProcess.start(scratch)) {
        loopback.atMost(READY, "s", server.readyIn().toNanos() / 1e9, READY_TARGET);
        LockSupport.parkNanos(SETTLED_NANOS);
        loopback.atMost(MEMORY, "MB", server.residentMegabytes(), MEMORY_TARGET);
      }
    }
  }

  /// The first start may build the program and reads its files from disk.
  private void startOnceBefore() {
    ServerProcess.start(scratch).close();
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
