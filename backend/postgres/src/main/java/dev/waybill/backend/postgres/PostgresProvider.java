package dev.waybill.backend.postgres;

import dev.waybill.backend.postgres.sql.PostgresConfig;
import dev.waybill.backend.postgres.sql.PostgresKeys;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BackendProvider;
import dev.waybill.spi.Key;
import dev.waybill.spi.OpenCatalog;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.StoreAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Opens `postgres://` addresses; see [PostgresKeys].
public final class PostgresProvider implements BackendProvider {

  @Override
  public String name() {
    return PostgresBackend.NAME;
  }

  @Override
  public Set<String> schemes() {
    return Set.of("postgres", "postgresql");
  }

  @Override
  public List<Key<?>> keys() {
    return PostgresKeys.ALL;
  }

  @Override
  public void check(StoreAddress address) {
    PostgresConfig.of(address);
  }

  @Override
  public Backend open(StoreAddress address, Settings settings) {
    return PostgresBackend.open(
        PostgresConfig.of(address), settings, address.get(StoreAddress.PATH));
  }

  @Override
  public Optional<OpenCatalog> openCatalog(StoreAddress address, Settings settings) {
    return Optional.of(PostgresBackend.openCatalog(PostgresConfig.of(address), settings));
  }

  @Override
  public List<Provisioned> provision(StoreAddress address, boolean create) {
    return PostgresBackend.provision(PostgresConfig.of(address), create);
  }
}
