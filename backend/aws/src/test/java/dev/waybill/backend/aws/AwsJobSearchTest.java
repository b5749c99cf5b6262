package dev.waybill.backend.aws;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.job.JobSearchConformance;
import dev.waybill.settings.Settings;

class AwsJobSearchTest extends JobSearchConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new AwsFixture(settings);
  }
}
