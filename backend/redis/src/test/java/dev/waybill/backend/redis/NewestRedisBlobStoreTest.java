package dev.waybill.backend.redis;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.BlobStoreConformance;
import dev.waybill.conformance.RedisProcess;
import dev.waybill.settings.Settings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// Blobs on the newest Redis that Debian has.
class NewestRedisBlobStoreTest extends BlobStoreConformance {

  private static RedisServer server;

  @BeforeAll
  static void startServer() {
    server = RedisServer.start(RedisProcess.newest("redis-server"));
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
