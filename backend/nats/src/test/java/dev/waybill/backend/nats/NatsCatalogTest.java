package dev.waybill.backend.nats;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.CatalogConformance;
import dev.waybill.settings.Settings;

class NatsCatalogTest extends CatalogConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new NatsFixture(settings);
  }
}
