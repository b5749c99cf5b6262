package dev.waybill.backend.embedded;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.job.JobSearchConformance;
import dev.waybill.settings.Settings;

class EmbeddedJobSearchTest extends JobSearchConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new EmbeddedFixture(settings);
  }
}
