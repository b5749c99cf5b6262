package dev.waybill.rig.sim;

import dev.waybill.Capabilities;
import dev.waybill.Waybill;
import dev.waybill.engine.Engine;
import dev.waybill.rig.sim.oracle.ActorCall;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Ledger;
import java.time.Duration;
import java.util.function.Function;

/// One server process with its own engine. Servers share the store; each may have its own clock.
final class Server {

  private static final int MOST_SKEW_MILLIS = 3_600_000;

  private final World world;
  private final String name;
  private final Faults faults;
  private final Engine engine;

  Server(World world, String name) {
    this.world = world;
    this.name = name;
    faults = new Faults(world, this);
    Duration skew = Duration.ofMillis(world.plan.skewedClocks() ? drawSkew() : 0);
    engine =
        new Engine(
            backend(),
            world.settings.withClock(() -> world.time.instant().plus(skew)),
            world.random.split());
    faults.begin();
  }

  String name() {
    return name;
  }

  void die() {
    faults.die();
  }

  int tick() {
    return world.oracle.during(new ActorCall(ActorCall.Kind.TICK, ""), engine::tick);
  }

  <T> T call(ActorCall call, Function<Waybill, T> action) {
    return world.oracle.during(call, () -> action.apply(engine.tenant(call.tenant)));
  }

  Ledger ledger() {
    return new FaultyLedger(world.ledger, faults);
  }

  Catalog catalog() {
    return new FaultyCatalog(world.catalog, faults);
  }

  private long drawSkew() {
    return world.random.nextInt(-MOST_SKEW_MILLIS, MOST_SKEW_MILLIS);
  }

  private Backend backend() {
    BlobStore blobs = new FaultyBlobs(world.blobs, faults);
    JobStore jobs = world.bug.above(new FaultyJobs(world.oracle, world, faults), blobs);
    return new Ports(world.capabilities, jobs, ledger(), blobs, catalog());
  }

  private record Ports(
      Capabilities capabilities, JobStore jobs, Ledger ledger, BlobStore blobs, Catalog catalog)
      implements Backend {

    @Override
    public void close() {}
  }
}
