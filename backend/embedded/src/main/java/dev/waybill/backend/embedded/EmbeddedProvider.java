package dev.waybill.backend.embedded;

import dev.waybill.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BackendProvider;
import java.net.URI;
import java.nio.file.Path;

/// Opens folders of the local file system.
public final class EmbeddedProvider implements BackendProvider {

  @Override
  public boolean opens(URI address) {
    return "file".equals(address.getScheme());
  }

  @Override
  public Backend open(URI address, Settings settings) {
    return open(Path.of(address), EmbeddedConfig.of(settings));
  }

  public static Backend open(Path folder, EmbeddedConfig config) {
    return EmbeddedBackend.open(folder, config);
  }
}
