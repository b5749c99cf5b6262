package dev.waybill.backend.embedded;

import dev.waybill.Settings;
import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.CatalogConformance;

class EmbeddedCatalogTest extends CatalogConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new EmbeddedFixture(settings);
  }
}
