package dev.waybill.backend.postgres;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.job.JobSearchConformance;
import dev.waybill.settings.Settings;

class PostgresJobSearchTest extends JobSearchConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return PostgresFixture.on(settings);
  }
}
