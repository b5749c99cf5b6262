package dev.waybill.backend.postgres;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Feature;
import dev.waybill.Capabilities.Listing;
import dev.waybill.Capabilities.Ordering;
import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.postgres.blob.PostgresBlobStore;
import dev.waybill.backend.postgres.catalog.PostgresCatalog;
import dev.waybill.backend.postgres.job.PostgresJobStore;
import dev.waybill.backend.postgres.job.Waking;
import dev.waybill.backend.postgres.ledger.PostgresLedger;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.DatabaseWatch;
import dev.waybill.backend.postgres.sql.Migrations;
import dev.waybill.backend.postgres.sql.PostgresConfig;
import dev.waybill.backend.postgres.sql.ServerDurability;
import dev.waybill.backend.postgres.sql.SqlErrors;
import dev.waybill.backend.postgres.sql.SqlNames;
import dev.waybill.backend.support.OpenBackend;
import dev.waybill.backend.support.OpenParts;
import dev.waybill.backend.support.ServerDirectory;
import dev.waybill.settings.Settings;
import dev.waybill.spi.DatabaseLoad;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.OpenCatalog;
import dev.waybill.spi.Provisioned;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/// The four ports on PostgreSQL.
final class PostgresBackend extends OpenBackend {

  static final String NAME = "postgres";

  private static final Logger LOG = System.getLogger(PostgresBackend.class.getName());

  /// Changes nothing, but is written as any change is.
  private static final String PROOF = "update {feed} set dropped = dropped";

  private final Database store;
  private final DatabaseWatch watch;

  private PostgresBackend(PostgresConfig config, Settings settings, OpenParts parts) {
    requireCurrent(provision(config, config.migrates()));
    Database database = Database.open(config, settings.clock());
    parts.add(database::close);
    Capabilities capabilities =
        capabilities(database.read("read its settings", ServerDurability::read));
    Waking waking = new Waking(database).start();
    parts.add(waking::close);
    Ports ports =
        new Ports(
            new PostgresJobStore(database, settings, waking),
            new PostgresLedger(database, Expiry.of(settings)),
            new PostgresBlobStore(database),
            new PostgresCatalog(database));
    this.watch = new DatabaseWatch(database);
    this.store = database;
    super(capabilities, ports, parts);
  }

  static PostgresBackend open(PostgresConfig config, Settings settings) {
    return open(parts -> new PostgresBackend(config, settings, parts));
  }

  /// Also takes the data directory of this process, through which commands find a server.
  static PostgresBackend open(PostgresConfig config, Settings settings, Path folder) {
    return open(
        parts -> {
          ServerDirectory directory = ServerDirectory.open(folder, NAME);
          parts.add(directory::close);
          return new PostgresBackend(config, settings, parts);
        });
  }

  /// Only the search index. Its schema has all tables, and the others stay empty.
  static OpenCatalog openCatalog(PostgresConfig config, Settings settings) {
    requireCurrent(provision(config, config.migrates()));
    Database database = Database.open(config, settings.clock());
    return new OpenCatalog(new PostgresCatalog(database), database::close);
  }

  @Override
  public void proveWrite() {
    store.write("write", write -> write.query(PROOF).run());
  }

  @Override
  public DatabaseLoad database() {
    return watch.load();
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
}
