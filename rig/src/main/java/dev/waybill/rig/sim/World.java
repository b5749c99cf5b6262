package dev.waybill.rig.sim;

import dev.waybill.Capabilities;
import dev.waybill.WaybillException;
import dev.waybill.rig.sim.bug.SimBug;
import dev.waybill.rig.sim.oracle.JobOracle;
import dev.waybill.rig.sim.oracle.LedgerOracle;
import dev.waybill.rig.sim.oracle.TrackedJobs;
import dev.waybill.rig.sim.time.Actor;
import dev.waybill.rig.sim.time.SimLog;
import dev.waybill.rig.sim.time.VirtualTime;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Catalog;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// All state of one seed, in one thread. A slow call lets other actors run inside it, so calls
/// overlap without threads.
final class World {

  /// How many calls may overlap.
  private static final int DEEPEST = 6;

  private static final long AFTER_A_FAILURE = 200;

  final SplittableRandom random;
  final SimPlan plan;
  final VirtualTime time;
  final SimLog log;
  final Settings settings;
  final TrackedJobs trackedJobs = new TrackedJobs();
  final JobOracle oracle;
  final LedgerOracle ledger;
  final BlobStore blobs;
  final Catalog catalog;
  final Capabilities capabilities;
  final SimBug bug;
  final List<Server> servers = new ArrayList<>();

  /// True while faults are enabled.
  boolean faulty = true;

  private int depth;
  private int started;

  World(long seed, SimBug bug, BackendMaker maker, boolean inWords) {
    this.bug = bug;
    random = new SplittableRandom(seed);
    plan = SimPlan.draw(random);
    time = new VirtualTime(maker.hasSteadyClock());
    log = new SimLog(time, inWords);
    settings = plan.settings(time);
    Backend backend = maker.make(settings);
    oracle = new JobOracle(bug.below(backend.jobs()), trackedJobs, settings, time);
    ledger = new LedgerOracle(bug.below(backend.ledger()));
    blobs = backend.blobs();
    catalog = backend.catalog();
    capabilities = backend.capabilities();
    TokenKey.store(blobs, random);
    for (int i = 0; i < plan.servers(); i++) {
      servers.add(startServer());
    }
  }

  /// Creates the store of a simulation.
  interface BackendMaker {
    Backend make(Settings settings);

    /// True if the clock of the store must never go back.
    default boolean hasSteadyClock() {
      return false;
    }
  }

  Server anyServer() {
    return servers.get(random.nextInt(servers.size()));
  }

  void crash(Server server) {
    server.die();
    if (servers.remove(server)) {
      log.add(server.name(), "crashes");
      servers.add(startServer());
    }
  }

  /// Replaces all servers by a new one.
  void restart() {
    servers.forEach(Server::die);
    servers.clear();
    servers.add(startServer());
  }

  String anyTenant() {
    return "tenant-" + random.nextInt(plan.tenants());
  }

  String anyQueue() {
    return "queue-" + random.nextInt(plan.queues());
  }

  boolean oneIn(int chances) {
    return random.nextInt(chances) == 0;
  }

  boolean isOver() {
    return log.steps() >= plan.steps();
  }

  /// Lets other actors run until the time has passed.
  void letPass(long millis) {
    if (depth >= DEEPEST) {
      return;
    }
    depth++;
    try {
      long until = time.elapsed() + millis;
      actUntil(until);
      time.moveTo(until);
    } finally {
      depth--;
    }
  }

  void actUntil(long until) {
    while (!isOver()) {
      Actor next = time.next(until);
      if (next == null) {
        return;
      }
      step(next);
    }
  }

  private void step(Actor actor) {
    log.nextStep();
    long pause = AFTER_A_FAILURE;
    try {
      pause = actor.act();
    } catch (WaybillException failed) {
      log.add(actor.name(), "is not answered:", failed.code());
    } catch (ServerCrash crash) {
      log.add(actor.name(), "hears nothing: the server crashed");
    }
    if (pause != Actor.GONE) {
      time.wake(actor, pause);
    }
  }

  private Server startServer() {
    return new Server(this, "server-" + started++);
  }
}
