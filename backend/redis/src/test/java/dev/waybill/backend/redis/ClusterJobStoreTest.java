package dev.waybill.backend.redis;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.job.JobStoreConformance;
import dev.waybill.settings.Settings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// Jobs on a cluster of three nodes.
class ClusterJobStoreTest extends JobStoreConformance {

  private static RedisCluster server;

  @BeforeAll
  static void startServer() {
    server = new RedisCluster();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  /// Further operations reach the limit of live jobs, which on a cluster holds for each shard.
  @Override
  protected int comparedOperations() {
    return 1_000;
  }

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new RedisFixture(server, settings);
  }
}
