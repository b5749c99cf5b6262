package dev.waybill.backend.postgres;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.job.JobStoreConformance;
import dev.waybill.settings.Settings;

class PostgresJobStoreTest extends JobStoreConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return PostgresFixture.on(settings);
  }
}
