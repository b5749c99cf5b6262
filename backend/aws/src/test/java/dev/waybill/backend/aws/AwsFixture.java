package dev.waybill.backend.aws;

import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.ManualClock;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.time.Duration;

/// The AWS store on the emulators, with tables, queues and a bucket of its own.
public final class AwsFixture implements BackendFixture {

  private final AwsConfig config = Emulators.config();
  private final ManualClock clock = new ManualClock();
  private final Settings settings;
  private Backend backend;

  public AwsFixture(Settings settings) {
    this.settings = settings.withClock(clock);
    this.backend = AwsProvider.open(config, this.settings);
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public ManualClock clock() {
    return clock;
  }

  /// The services live on.
  @Override
  public Backend crashAndReopen() {
    backend.close();
    backend = AwsProvider.open(config, settings);
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
