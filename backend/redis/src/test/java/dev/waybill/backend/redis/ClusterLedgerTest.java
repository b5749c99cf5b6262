package dev.waybill.backend.redis;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.LedgerConformance;
import dev.waybill.settings.Settings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// Facts on a cluster of three nodes.
class ClusterLedgerTest extends LedgerConformance {

  private static RedisCluster server;

  @BeforeAll
  static void startServer() {
    server = new RedisCluster();
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
