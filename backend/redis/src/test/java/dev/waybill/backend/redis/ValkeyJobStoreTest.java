package dev.waybill.backend.redis;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.RedisProcess;
import dev.waybill.conformance.job.JobStoreConformance;
import dev.waybill.settings.Settings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// Jobs on Valkey that Debian has.
class ValkeyJobStoreTest extends JobStoreConformance {

  private static RedisServer server;

  @BeforeAll
  static void startServer() {
    server = RedisServer.start(RedisProcess.newest("valkey-server"));
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new RedisFixture(server, settings);
  }
}
