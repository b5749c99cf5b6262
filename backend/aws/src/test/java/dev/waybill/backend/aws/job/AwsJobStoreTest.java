package dev.waybill.backend.aws.job;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.job.JobStoreConformance;
import dev.waybill.settings.Settings;

class AwsJobStoreTest extends JobStoreConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new JobsFixture(settings);
  }
}
