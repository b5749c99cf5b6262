package dev.waybill.cli.index;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.NatsProcess;
import dev.waybill.conformance.job.JobSearchConformance;
import dev.waybill.settings.Settings;

class NatsWithPostgresIndexTest extends JobSearchConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    NatsProcess nats = new NatsProcess("-js");
    String address = nats.url() + "?path=" + nats.folder().resolve("local");
    return new SharedIndexFixture(address, settings, nats::close);
  }
}
