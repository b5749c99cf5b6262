package dev.waybill.backend.nats;

import dev.waybill.Settings;
import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.BlobStoreConformance;

class NatsBlobStoreTest extends BlobStoreConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new NatsFixture(settings);
  }
}
