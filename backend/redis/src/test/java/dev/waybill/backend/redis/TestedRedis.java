package dev.waybill.backend.redis;

/// One Redis server or a cluster that a fixture uses.
interface TestedRedis {

  /// The settings to use it, with a new data directory.
  RedisConfig config();

  /// Kills all its processes as `kill -9` does.
  void kill();

  /// Starts them again with their data.
  void restart();
}
