package dev.waybill.cli.index;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.CatalogConformance;
import dev.waybill.conformance.RedisProcess;
import dev.waybill.settings.Settings;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RedisWithPostgresIndexTest extends CatalogConformance {

  @TempDir private Path folder;

  @Override
  protected BackendFixture openFixture(Settings settings) {
    RedisProcess redis = new RedisProcess();
    return new SharedIndexFixture(redis.url() + "?path=" + folder, settings, redis::close);
  }
}
