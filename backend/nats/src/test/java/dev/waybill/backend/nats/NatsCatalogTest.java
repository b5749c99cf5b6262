package dev.waybill.backend.nats;

import dev.waybill.Settings;
import dev.waybill.testkit.BackendFixture;
import dev.waybill.testkit.CatalogConformance;

class NatsCatalogTest extends CatalogConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new NatsFixture(settings);
  }
}
