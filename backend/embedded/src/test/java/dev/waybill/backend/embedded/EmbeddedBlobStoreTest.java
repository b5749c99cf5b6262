package dev.waybill.backend.embedded;

import dev.waybill.Settings;
import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.BlobStoreConformance;

class EmbeddedBlobStoreTest extends BlobStoreConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new EmbeddedFixture(settings);
  }
}
