package dev.waybill.backend.embedded;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.job.JobStoreConformance;
import dev.waybill.settings.Settings;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Each test has its own data directory, so all of them can run at the same time.
@Execution(ExecutionMode.CONCURRENT)
class EmbeddedJobStoreTest extends JobStoreConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new EmbeddedFixture(settings);
  }
}
