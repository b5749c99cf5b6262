package dev.waybill.cli.index;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.CatalogConformance;
import dev.waybill.settings.Settings;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedWithPostgresIndexTest extends CatalogConformance {

  @TempDir private Path folder;

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new SharedIndexFixture(folder.toUri().toString(), settings, () -> {});
  }
}
