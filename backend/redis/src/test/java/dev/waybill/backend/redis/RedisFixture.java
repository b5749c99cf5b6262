package dev.waybill.backend.redis;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.ManualClock;
import dev.waybill.settings.Settings;
import java.time.Duration;
import java.util.UUID;

/// The Redis store on a server or cluster that several tests of a class use one after the other,
/// with a prefix of its own.
final class RedisFixture implements BackendFixture {

  private final TestedRedis server;
  private final ManualClock clock = new ManualClock();
  private final RedisConfig config;
  private final Library library;
  private final Settings settings;
  private RedisBackend backend;

  RedisFixture(TestedRedis server, Settings settings) {
    this(server, Library.CURRENT, settings);
  }

  RedisFixture(TestedRedis server, Library library, Settings settings) {
    this.library = library;
    this.server = server;
    this.config = server.config().withPrefix("t" + UUID.randomUUID());
    this.settings = settings.withClock(clock);
    this.backend = RedisBackend.open(config, library, this.settings);
  }

  @Override
  public RedisBackend backend() {
    return backend;
  }

  @Override
  public ManualClock clock() {
    return clock;
  }

  /// Kills the Redis server as well.
  @Override
  public RedisBackend crashAndReopen() {
    server.kill();
    backend.close();
    server.restart();
    backend = RedisBackend.open(config, library, settings);
    return backend;
  }

  @Override
  public void elapse(Duration step) {
    clock.advance(step);
  }

  @Override
  public void close() {
    backend.close();
  }
}
