package dev.waybill.backend.nats;

import dev.waybill.Settings;
import dev.waybill.backend.embedded.SqliteCatalog;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Capabilities;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Ledger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The four ports on NATS: opened top to bottom, closed in reverse.
final class NatsBackend implements Backend {

  private final NatsLink link;
  private final Capabilities capabilities;
  private final Ledger ledger;
  private final LatestKeeper keeper;
  private final BlobStore blobs;
  private final SqliteCatalog catalog;

  private NatsBackend(NatsLink link) {
    this.link = link;
    capabilities = new Capabilities("nats", Capabilities.Durability.PROCESS);
    LatestStates states = new LatestStates(link);
    ledger = new NatsLedger(new FactLog(link), states);
    keeper = new LatestKeeper(link, states);
    blobs = new NatsBlobStore(link);
    catalog = new SqliteCatalog(folder(link.config().folder()).resolve("catalog.db"));
  }

  static NatsBackend open(NatsConfig config, Settings settings) {
    NatsLink link = NatsLink.open(config);
    try {
      return new NatsBackend(link);
    } catch (RuntimeException | Error failure) {
      link.close();
      throw failure;
    }
  }

  private static Path folder(Path path) {
    try {
      return Files.createDirectories(path);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public JobStore jobs() {
    throw new UnsupportedOperationException("jobs");
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

  @Override
  public void close() {
    catalog.close();
    keeper.close();
    link.close();
  }
}
