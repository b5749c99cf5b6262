package dev.waybill.backend.embedded;

import dev.waybill.Settings;
import dev.waybill.testkit.BackendFixture;
import dev.waybill.testkit.BlobStoreConformance;
import dev.waybill.testkit.CatalogConformance;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

class StoresConformanceTest {

  @TempDir Path folder;

  @Nested
  class Blobs extends BlobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new StoresFixture(folder, settings);
    }
  }

  @Nested
  class Entries extends CatalogConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new StoresFixture(folder, settings);
    }
  }
}
