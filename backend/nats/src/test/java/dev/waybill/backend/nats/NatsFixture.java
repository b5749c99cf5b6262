package dev.waybill.backend.nats;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.NatsProcess;
import dev.waybill.settings.Settings;
import java.time.Duration;

/// The NATS store on its own nats-server.
final class NatsFixture implements BackendFixture {

  private final NatsServer server;
  private final ManualClock clock = new ManualClock();
  private final NatsConfig config;
  private final Settings settings;
  private NatsBackend backend;

  NatsFixture(Settings settings) {
    this(NatsProcess.Release.NEWEST, settings);
  }

  NatsFixture(NatsProcess.Release release, Settings settings) {
    server = NatsServer.start(release);
    config = NatsConfig.of(server.url(), server.folder().resolve("local"));
    this.settings = settings.withClock(clock);
    backend = NatsBackend.open(config, this.settings);
  }

  @Override
  public NatsBackend backend() {
    return backend;
  }

  @Override
  public ManualClock clock() {
    return clock;
  }

  /// Kills both the process of the store and the NATS server.
  @Override
  public NatsBackend crashAndReopen() {
    server.kill();
    backend.close();
    server.restart();
    backend = NatsBackend.open(config, settings);
    return backend;
  }

  @Override
  public void elapse(Duration step) {
    clock.advance(step);
  }

  @Override
  public void close() {
    backend.close();
    server.close();
  }
}
