package dev.waybill.rig.sim;

import dev.waybill.Capabilities;
import dev.waybill.Settings;
import dev.waybill.WaybillException;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Catalog;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// All that one seed consists of, in one thread. A call that takes time lets others act meanwhile,
/// inside it: so calls overlap without threads.
final class World {

  /// How many calls may be under way at once.
  private static final int DEEPEST = 6;

  private static final long AFTER_A_FAILURE = 200;

  final SplittableRandom random;
  final SimPlan plan;
  final Timeline time;
  final Story story;
  final Settings settings;
  final Book book = new Book();
  final Witness witness;
  final LedgerWitness ledger;
  final BlobStore blobs;
  final Catalog catalog;
  final Capabilities capabilities;
  final SimBug bug;
  final List<Server> servers = new ArrayList<>();

  /// Whether things may go wrong.
  boolean faulty = true;

  private int depth;
  private int started;

  World(long seed, SimBug bug, BackendMaker maker, boolean inWords) {
    this.bug = bug;
    random = new SplittableRandom(seed);
    plan = SimPlan.draw(random);
    time = new Timeline(maker.hasSteadyClock());
    story = new Story(time, inWords);
    settings = plan.settings(time);
    Backend backend = maker.make(settings);
    witness = new Witness(bug.below(backend.jobs()), book, settings, time);
    ledger = new LedgerWitness(bug.below(backend.ledger()));
    blobs = backend.blobs();
    catalog = backend.catalog();
    capabilities = backend.capabilities();
    TokenKey.store(blobs, random);
    for (int i = 0; i < plan.servers(); i++) {
      servers.add(startServer());
    }
  }

  /// Makes the store that a world stands on.
  interface BackendMaker {
    Backend make(Settings settings);

    /// Whether the store never lets its time go back a little, so that it must not be shown that.
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
      story.tell(server.name(), "crashes");
      servers.add(startServer());
    }
  }

  /// All servers are gone, and one fresh one is there.
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
    return story.steps() >= plan.steps();
  }

  /// Others act until the time has passed.
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
    story.nextStep();
    long pause = AFTER_A_FAILURE;
    try {
      pause = actor.act();
    } catch (WaybillException failed) {
      story.tell(actor.name(), "is not answered:", failed.code());
    } catch (ServerCrash crash) {
      story.tell(actor.name(), "hears nothing: the server crashed");
    }
    if (pause != Actor.GONE) {
      time.wake(actor, pause);
    }
  }

  private Server startServer() {
    return new Server(this, "server-" + started++);
  }
}
