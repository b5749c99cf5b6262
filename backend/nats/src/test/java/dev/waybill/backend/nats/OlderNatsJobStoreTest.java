package dev.waybill.backend.nats;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.NatsProcess.Release;
import dev.waybill.conformance.job.JobStoreConformance;
import dev.waybill.settings.Settings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// On the nats-server of the distribution.
class OlderNatsJobStoreTest extends JobStoreConformance {

  private static NatsServer server;

  @BeforeAll
  static void startServer() {
    server = NatsServer.start(Release.DISTRIBUTION);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new NatsJobsFixture(server, settings);
  }
}
