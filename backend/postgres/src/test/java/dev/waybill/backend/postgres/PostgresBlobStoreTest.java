package dev.waybill.backend.postgres;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.BlobStoreConformance;
import dev.waybill.settings.Settings;

class PostgresBlobStoreTest extends BlobStoreConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return PostgresFixture.on(settings);
  }
}
