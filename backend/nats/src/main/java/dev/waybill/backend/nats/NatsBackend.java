package dev.waybill.backend.nats;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Feature;
import dev.waybill.Capabilities.Listing;
import dev.waybill.Capabilities.Ordering;
import dev.waybill.WaybillException;
import dev.waybill.backend.search.SqliteCatalog;
import dev.waybill.backend.support.LatestStates;
import dev.waybill.backend.support.OpenBackend;
import dev.waybill.backend.support.OpenParts;
import dev.waybill.backend.support.ServerDirectory;
import dev.waybill.backend.support.SideBySide;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.StoreLoad;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.function.Supplier;

/// The four ports on NATS.
final class NatsBackend extends OpenBackend {

  static final String NAME = "nats";

  private static final Logger LOG = System.getLogger(NatsBackend.class.getName());

  private final NatsLink link;
  private final NatsJobStore jobs;

  private NatsBackend(NatsLink link, ServerDirectory folder, Settings settings, OpenParts parts) {
    link.requireRoomInMessages();
    link.ensureStreams(NatsLayout.streams());
    PermissionCheck.require(link);
    Expiry expiry = Expiry.of(settings);
    SubjectWrites wire = SubjectWrites.of(link);
    parts.add(wire::close);
    LatestStates states = NatsLedger.states(wire, expiry);
    Supplier<Capabilities> able = SideBySide.begin(() -> capabilities(durability(link)));
    Supplier<LatestKeeper> keeping = SideBySide.begin(() -> new LatestKeeper(link, states));
    NatsJobStore jobs = NatsJobStore.onStreams(link, settings);
    parts.add(jobs::close);
    LatestKeeper keeper = keeping.get();
    parts.add(keeper::close);
    Capabilities capabilities = able.get();
    Ledger ledger = new NatsLedger(new FactLog(link, wire, expiry), states, expiry);
    SqliteCatalog catalog = new SqliteCatalog(folder.catalog());
    parts.add(catalog::close);
    super(capabilities, new Ports(jobs, ledger, new NatsBlobStore(link), catalog), parts);
    this.link = link;
    this.jobs = jobs;
  }

  static NatsBackend open(NatsConfig config, Settings settings) {
    return open(
        parts -> {
          ServerDirectory folder = ServerDirectory.open(config.folder(), NAME);
          parts.add(folder::close);
          NatsLink link = NatsLink.open(config);
          parts.add(link::close);
          return open(link, folder, settings, parts);
        });
  }

  private static NatsBackend open(
      NatsLink link, ServerDirectory folder, Settings settings, OpenParts parts) {
    try {
      return new NatsBackend(link, folder, settings, parts);
    } catch (WaybillException failed) {
      throw link.explained(failed);
    }
  }

  static Capabilities capabilities(Capabilities.Durability durability) {
    return new Capabilities(
        NAME,
        durability,
        Ordering.BEST_EFFORT,
        Listing.ANY_FILTER,
        Set.of(Feature.SHARED, Feature.SEARCH));
  }

  private static Capabilities.Durability durability(NatsLink link) {
    DurabilityClass found = DurabilityClass.of(link);
    LOG.log(
        Level.INFO,
        "NATS {0}, {1} replicas, durability {2}: {3}",
        link.serverVersion(),
        link.config().replicas(),
        found.durability(),
        found.reason());
    if (link.config().replicas() > 1 && !link.serverIsAtLeast(DurabilityClass.TRUSTED_SINCE)) {
      LOG.log(
          Level.WARNING,
          "NATS {0} with replicas may lose acknowledged writes when a server of the cluster is"
              + " killed; upgrade to {1} or newer",
          link.serverVersion(),
          DurabilityClass.TRUSTED_SINCE);
    }
    return found.durability();
  }

  /// Payload, result and failures of a job are in one message.
  @Override
  public int inlineBytes() {
    long part = link.connection().getMaxPayload() / 4;
    return (int) Math.min(Limits.INLINE_BYTES, part);
  }

  @Override
  public void proveWrite() {
    jobs.proveWrite();
  }

  @Override
  public StoreLoad load() {
    return jobs.load();
  }
}
