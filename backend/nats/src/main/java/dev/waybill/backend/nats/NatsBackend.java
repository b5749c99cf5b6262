package dev.waybill.backend.nats;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Feature;
import dev.waybill.Capabilities.Listing;
import dev.waybill.Capabilities.Ordering;
import dev.waybill.WaybillException;
import dev.waybill.backend.search.SqliteCatalog;
import dev.waybill.backend.support.LatestStates;
import dev.waybill.backend.support.OpenParts;
import dev.waybill.backend.support.ServerDirectory;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.StoreLoad;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;

/// The four ports on NATS. Parts are opened top to bottom and closed in reverse.
final class NatsBackend implements Backend {

  static final String NAME = "nats";

  private static final Logger LOG = System.getLogger(NatsBackend.class.getName());

  private final OpenParts parts;
  private final Capabilities capabilities;
  private final NatsLink link;
  private final NatsJobStore jobs;
  private final Ledger ledger;
  private final BlobStore blobs;
  private final Catalog catalog;

  private NatsBackend(NatsLink link, ServerDirectory folder, Settings settings, OpenParts parts) {
    this.parts = parts;
    this.link = link;
    link.requireRoomInMessages();
    link.ensureStreams(NatsLayout.streams());
    PermissionCheck.require(link);
    capabilities = capabilities(durability(link));
    jobs = NatsJobStore.open(link, settings);
    parts.add(jobs::close);
    Expiry expiry = Expiry.of(settings);
    SubjectWrites wire = SubjectWrites.of(link);
    parts.add(wire::close);
    LatestStates states = NatsLedger.states(wire, expiry);
    LatestKeeper keeper = new LatestKeeper(link, states);
    parts.add(keeper::close);
    ledger = new NatsLedger(new FactLog(link, expiry), states, expiry);
    blobs = new NatsBlobStore(link);
    SqliteCatalog search = new SqliteCatalog(folder.catalog());
    parts.add(search::close);
    catalog = search;
  }

  static NatsBackend open(NatsConfig config, Settings settings) {
    OpenParts parts = new OpenParts();
    try {
      ServerDirectory folder = ServerDirectory.open(config.folder(), NAME);
      parts.add(folder::close);
      NatsLink link = NatsLink.open(config);
      parts.add(link::close);
      return open(link, folder, settings, parts);
    } catch (RuntimeException | Error failure) {
      parts.closeAfter(failure);
      throw failure;
    }
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

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public JobStore jobs() {
    return jobs;
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public BlobStore blobs() {
    return blobs;
  }

  @Override
  public Catalog catalog() {
    return catalog;
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

  @Override
  public synchronized void close() {
    parts.close();
  }
}
