package dev.waybill.backend.postgres;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Feature;
import dev.waybill.Capabilities.Listing;
import dev.waybill.Capabilities.Ordering;
import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.OpenParts;
import dev.waybill.backend.support.ServerDirectory;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.Provisioned;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/// The four ports on PostgreSQL. Parts are opened top to bottom and closed in reverse.
final class PostgresBackend implements Backend {

  static final String NAME = "postgres";

  private static final Logger LOG = System.getLogger(PostgresBackend.class.getName());

  private final OpenParts parts;
  private final Capabilities capabilities;
  private final JobStore jobs;
  private final Ledger ledger;
  private final BlobStore blobs;
  private final Catalog catalog;

  private PostgresBackend(PostgresConfig config, Settings settings, OpenParts parts) {
    this.parts = parts;
    requireCurrent(provision(config, config.migrates()));
    Database database = Database.open(config, settings.clock());
    parts.add(database::close);
    capabilities = capabilities(database.read("read its settings", ServerDurability::read));
    Waking waking = new Waking(database).start();
    parts.add(waking::close);
    jobs = new PostgresJobStore(database, settings, waking);
    ledger = new PostgresLedger(database, Expiry.of(settings));
    blobs = new PostgresBlobStore(database);
    catalog = new PostgresCatalog(database);
  }

  static PostgresBackend open(PostgresConfig config, Settings settings) {
    return open(config, settings, new OpenParts());
  }

  /// Also takes the data directory of this process, through which commands find a server.
  static PostgresBackend open(PostgresConfig config, Settings settings, Path folder) {
    ServerDirectory directory = ServerDirectory.open(folder, NAME);
    OpenParts parts = new OpenParts();
    parts.add(directory::close);
    return open(config, settings, parts);
  }

  private static PostgresBackend open(PostgresConfig config, Settings settings, OpenParts parts) {
    try {
      return new PostgresBackend(config, settings, parts);
    } catch (RuntimeException | Error failure) {
      parts.closeAfter(failure);
      throw failure;
    }
  }

  /// The migrations and their state, on a connection of its own.
  static List<Provisioned> provision(PostgresConfig config, boolean create) {
    try (Connection connection = DriverManager.getConnection(config.url(), config.properties())) {
      return new Migrations(connection, new SqlNames(config.schema())).provision(create);
    } catch (SQLException failure) {
      throw SqlErrors.of("prepare the schema " + config.schema() + " at " + config, failure);
    }
  }

  private static void requireCurrent(List<Provisioned> scripts) {
    List<String> missing =
        scripts.stream()
            .filter(script -> script.outcome() == Provisioned.Outcome.MISSING)
            .map(Provisioned::name)
            .toList();
    if (!missing.isEmpty()) {
      throw new WaybillException(
          Code.OLDER_FORMAT,
          "PostgreSQL has no " + missing + "; run `waybill provision` as the owner of the schema");
    }
  }

  private static Capabilities capabilities(ServerDurability found) {
    LOG.log(
        Level.INFO,
        "PostgreSQL {0}, durability {1}: {2}",
        found.version(),
        found.durability(),
        found.reason());
    return new Capabilities(
        NAME,
        found.durability(),
        Ordering.STRICT,
        Listing.ANY_FILTER,
        Set.of(Feature.ATOMIC_FAN_OUT, Feature.SHARED, Feature.SEARCH));
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

  @Override
  public synchronized void close() {
    parts.close();
  }
}
