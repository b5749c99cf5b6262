package dev.waybill.conformance.model;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.ManualClock;
import dev.waybill.settings.Settings;
import java.time.Duration;

/// The model as a backend under test; its data survives every crash.
public final class ModelFixture implements BackendFixture {

  private final ManualClock clock = new ManualClock();
  private ModelBackend backend;

  public ModelFixture(Settings settings) {
    backend = new ModelBackend(settings.withClock(clock));
  }

  @Override
  public ModelBackend backend() {
    return backend;
  }

  @Override
  public ManualClock clock() {
    return clock;
  }

  @Override
  public ModelBackend crashAndReopen() {
    backend = backend.reopened();
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
