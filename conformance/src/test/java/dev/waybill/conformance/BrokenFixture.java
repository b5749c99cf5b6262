package dev.waybill.conformance;

import dev.waybill.conformance.model.ModelFixture;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.ForwardingBackend;
import dev.waybill.spi.JobStore;
import java.time.Duration;
import java.util.function.UnaryOperator;

/// The model with a faulty job store in front of it, also after a crash.
final class BrokenFixture implements BackendFixture {

  private final BackendFixture good;
  private final UnaryOperator<JobStore> fault;
  private Backend backend;

  BrokenFixture(Settings settings, UnaryOperator<JobStore> fault) {
    this.good = new ModelFixture(settings);
    this.fault = fault;
    this.backend = broken(good.backend());
  }

  private Backend broken(Backend sound) {
    return ForwardingBackend.withJobs(sound, fault.apply(sound.jobs()));
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public ManualClock clock() {
    return (ManualClock) good.clock();
  }

  @Override
  public Backend crashAndReopen() {
    backend = broken(good.crashAndReopen());
    return backend;
  }

  @Override
  public void elapse(Duration step) {
    good.elapse(step);
  }

  @Override
  public void close() {
    good.close();
  }
}
