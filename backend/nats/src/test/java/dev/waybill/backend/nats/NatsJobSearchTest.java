package dev.waybill.backend.nats;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.job.JobSearchConformance;
import dev.waybill.settings.Settings;

class NatsJobSearchTest extends JobSearchConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new NatsFixture(settings);
  }
}
