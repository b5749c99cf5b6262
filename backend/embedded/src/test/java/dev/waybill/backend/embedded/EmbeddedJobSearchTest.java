package dev.waybill.backend.embedded;

import dev.waybill.Settings;
import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.JobSearchConformance;

class EmbeddedJobSearchTest extends JobSearchConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new EmbeddedFixture(settings);
  }
}
