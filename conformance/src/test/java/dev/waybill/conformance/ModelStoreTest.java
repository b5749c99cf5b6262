package dev.waybill.conformance;

import dev.waybill.Settings;

final class ModelStoreTest extends JobStoreConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new ModelFixture(settings);
  }
}
