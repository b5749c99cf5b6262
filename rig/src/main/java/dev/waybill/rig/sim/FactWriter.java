package dev.waybill.rig.sim;

import dev.waybill.Payload;
import dev.waybill.engine.index.CatalogProjector;
import dev.waybill.rig.sim.time.Actor;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Records facts in any order, some repeatedly, and adds them to the catalog.
final class FactWriter implements Actor {

  static final String KIND = "fact";

  private enum Type {
    ACCEPTED(10, 0),
    TIMED_OUT(90, 0),
    DELIVERED(100, 0),
    BOUNCED(100, 0),
    COMPLAINT(100, 1);

    private final int rank;
    private final int standing;

    Type(int rank, int standing) {
      this.rank = rank;
      this.standing = standing;
    }
  }

  private static final List<Type> TYPES = List.of(Type.values());
  private static final int BUSY = 3_000;
  private static final int THINGS = 4;
  private static final int MOST = 4;

  private final World world;
  private final String name;
  private List<Fact> unanswered = List.of();

  FactWriter(World world, int number) {
    this.world = world;
    name = "fact-writer-" + number;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long act() {
    Server server = world.anyServer();
    if (world.oneIn(3)) {
      world.log.add(name, "projects", projector(server).projectSome());
      return 1L + world.random.nextInt(BUSY);
    }
    if (unanswered.isEmpty() || world.oneIn(4)) {
      unanswered = draw();
    }
    world.log.add(name, "records", server.ledger().record(unanswered).toString());
    unanswered = List.of();
    return 1L + world.random.nextInt(BUSY);
  }

  static CatalogProjector projector(Server server) {
    return new CatalogProjector(server.ledger(), server.catalog(), FactWriter::entry);
  }

  /// Depends on the fact only, as required of catalog entries.
  private static Optional<Catalog.Entry> entry(Fact.Recorded recorded) {
    Fact fact = recorded.fact();
    String id = fact.key().id() + "/" + fact.attempt() + "/" + fact.type();
    return Optional.of(
        new Catalog.Entry(
            new Catalog.EntryKey(fact.key().tenant(), KIND, id),
            fact.at(),
            Map.of("state", fact.state()),
            fact.state() + " at " + recorded.position()));
  }

  private List<Fact> draw() {
    List<Fact> facts = new ArrayList<>();
    int count = 1 + world.random.nextInt(MOST);
    for (int i = 0; i < count; i++) {
      facts.add(fact());
    }
    return facts;
  }

  private Fact fact() {
    Type type = TYPES.get(world.random.nextInt(TYPES.size()));
    LedgerKey key = new LedgerKey(world.anyTenant(), "thing", "" + world.random.nextInt(THINGS));
    return Fact.of(
            key,
            1 + world.random.nextInt(3),
            type.name(),
            world.time.instant().plusMillis(world.random.nextInt(-20_000, 20_000)),
            Payload.empty())
        .withRank(type.rank, type.standing);
  }
}
