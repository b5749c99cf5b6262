package dev.waybill.backend.postgres;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.CatalogConformance;
import dev.waybill.settings.Settings;

class PostgresCatalogTest extends CatalogConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return PostgresFixture.on(settings);
  }
}
