package dev.waybill.backend.nats;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.job.JobStoreConformance;
import dev.waybill.settings.Settings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// Every promise holds if answers of the broker are lost: nothing is applied twice, and no applied
/// change is reported as failed.
class LostAnswersTest extends JobStoreConformance {

  private static NatsServer server;

  @BeforeAll
  static void startServer() {
    server = NatsServer.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new NatsJobsFixture(
        server, settings, real -> FaultyConnection.losingOneAnswerOf(real, 7));
  }

  @Override
  protected int comparedOperations() {
    return 300;
  }
}
