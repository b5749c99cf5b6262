package dev.waybill.backend.nats;

import dev.waybill.Settings;
import dev.waybill.testkit.BackendFixture;
import dev.waybill.testkit.BlobStoreConformance;

class NatsBlobStoreTest extends BlobStoreConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new NatsFixture(settings);
  }
}
