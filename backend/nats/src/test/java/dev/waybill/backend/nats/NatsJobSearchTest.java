package dev.waybill.backend.nats;

import dev.waybill.Settings;
import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.JobSearchConformance;

class NatsJobSearchTest extends JobSearchConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new NatsFixture(settings);
  }
}
