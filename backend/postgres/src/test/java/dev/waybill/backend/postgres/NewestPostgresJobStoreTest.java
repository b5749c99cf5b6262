package dev.waybill.backend.postgres;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.PostgresServer.Release;
import dev.waybill.conformance.job.JobStoreConformance;
import dev.waybill.settings.Settings;

/// On the newest PostgreSQL that the build knows.
class NewestPostgresJobStoreTest extends JobStoreConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return PostgresFixture.on(Release.NEWEST, settings);
  }

  /// Fewer, because `PostgresJobStoreTest` compares many.
  @Override
  protected int comparedOperations() {
    return 300;
  }
}
