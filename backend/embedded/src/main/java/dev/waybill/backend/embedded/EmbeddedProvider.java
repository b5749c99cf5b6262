package dev.waybill.backend.embedded;

import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BackendProvider;
import dev.waybill.spi.StoreAddress;
import java.nio.file.Path;
import java.util.Set;

/// Opens data directories of the local file system.
public final class EmbeddedProvider implements BackendProvider {

  @Override
  public String name() {
    return EmbeddedBackend.NAME;
  }

  @Override
  public Set<String> schemes() {
    return Set.of(StoreAddress.DIRECTORY);
  }

  @Override
  public Backend open(StoreAddress address, Settings settings) {
    return open(Path.of(address.url()), EmbeddedConfig.of(settings));
  }

  public static Backend open(Path folder, EmbeddedConfig config) {
    return EmbeddedBackend.open(folder, config);
  }
}
