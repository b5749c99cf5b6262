package dev.waybill.backend.postgres;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.PostgresServer.Release;
import dev.waybill.conformance.job.JobSearchConformance;
import dev.waybill.settings.Settings;

/// On the newest PostgreSQL that the build knows.
class NewestPostgresJobSearchTest extends JobSearchConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return PostgresFixture.on(Release.NEWEST, settings);
  }
}
