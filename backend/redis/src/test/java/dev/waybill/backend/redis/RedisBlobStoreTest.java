package dev.waybill.backend.redis;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.BlobStoreConformance;
import dev.waybill.settings.Settings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisBlobStoreTest extends BlobStoreConformance {

  private static RedisServer server;

  @BeforeAll
  static void startServer() {
    server = RedisServer.start();
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
